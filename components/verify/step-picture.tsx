import { Choice } from "@/components/ui/choice";
import { DOCUMENT_NAMES, SAMPLE_IDS, SAMPLES } from "@/lib/users/kyc/sample-documents";
import { DocumentPicture } from "./document-picture";
import { StepView } from "./step-view";
import type { Answers } from "./use-answers";

interface StepPictureProps {
  answers: Answers;
  onAnswer: (answers: Answers) => void;
  onContinue: () => void;
}

/** The picture of the document; in the sandbox a sample, which decides the outcome of the check. */
export function StepPicture({ answers, onAnswer, onContinue }: StepPictureProps) {
  const name = DOCUMENT_NAMES[answers.documentKind ?? "passport"].toLowerCase();
  return (
    <StepView
      title={`Photo of your ${name}`}
      lead={<p>The sandbox has no camera. Select a sample photo: it determines the result.</p>}
      action="Use this photo"
      onAction={onContinue}
    >
      <fieldset className="space-y-2">
        <legend className="sr-only">Sample photo</legend>
        {SAMPLE_IDS.map((sample) => (
          <Choice
            key={sample}
            name="sample"
            value={sample}
            label={SAMPLES[sample].name}
            note={SAMPLES[sample].note}
            picture={<DocumentPicture sample={sample} />}
            isChosen={answers.sample === sample}
            onChoose={() => onAnswer({ sample })}
          />
        ))}
      </fieldset>
    </StepView>
  );
}
