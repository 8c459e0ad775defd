import { Choice } from "@/components/ui/choice";
import { DOCUMENT_KINDS, DOCUMENT_NAMES } from "@/lib/users/kyc/sample-documents";
import { StepView } from "./step-view";
import type { Answers } from "./use-answers";

export interface Country {
  code: string;
  name: string;
}

interface StepDocumentProps {
  answers: Answers;
  countries: readonly Country[];
  /** The person's country of residence, used as the default. */
  countryCode: string;
  onAnswer: (answers: Answers) => void;
  onContinue: () => void;
}

/** Chooses the kind and the country of the document. */
export function StepDocument({
  answers,
  countries,
  countryCode,
  onAnswer,
  onContinue,
}: StepDocumentProps) {
  const country = answers.country ?? countryCode;
  return (
    <StepView
      title="Select a document"
      lead={<p>Use a valid original document in your name.</p>}
      action="Continue"
      onAction={() => {
        onAnswer({ country });
        onContinue();
      }}
    >
      <label className="flex flex-col gap-1">
        <span className="font-medium">Issuing country</span>
        <select
          value={country}
          onChange={(event) => onAnswer({ country: event.target.value })}
          className="min-h-11 w-full rounded-large border border-line-strong bg-surface px-3 text-[1rem]"
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="space-y-2">
        <legend className="mb-1 font-medium">Document type</legend>
        {DOCUMENT_KINDS.map((kind) => (
          <Choice
            key={kind}
            name="documentKind"
            value={kind}
            label={DOCUMENT_NAMES[kind]}
            isChosen={answers.documentKind === kind}
            onChoose={() => onAnswer({ documentKind: kind })}
          />
        ))}
      </fieldset>
    </StepView>
  );
}
