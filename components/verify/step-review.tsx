import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { DOCUMENT_NAMES, SAMPLES } from "@/lib/users/kyc/sample-documents";
import type { Country } from "./step-document";
import { StepView } from "./step-view";
import type { Step } from "./steps";
import type { Submitted } from "./submit-check";
import type { Answers } from "./use-answers";

interface StepReviewProps {
  answers: Answers;
  countries: readonly Country[];
  partnerName: string;
  isSubmitting: boolean;
  failure: Extract<Submitted, { kind: "failed" }> | undefined;
  onChange: (step: Step) => void;
  onSubmit: () => void;
}

function rowsOf(
  { documentKind, country, sample, faceChecked }: Answers,
  countries: readonly Country[],
) {
  const countryName = countries.find(({ code }) => code === country)?.name ?? country;
  const document = documentKind && `${DOCUMENT_NAMES[documentKind]}, ${countryName}`;
  return [
    { step: "document", name: "Document", value: document },
    { step: "picture", name: "Photo", value: sample && SAMPLES[sample].name },
    { step: "face", name: "Face check", value: faceChecked ? "Complete" : undefined },
  ] as const;
}

/** The review of the answers before they are submitted. */
export function StepReview({
  answers,
  countries,
  partnerName,
  isSubmitting,
  failure,
  onChange,
  onSubmit,
}: StepReviewProps) {
  return (
    <StepView
      title="Review and submit"
      lead={<p>After you submit, {partnerName} is notified of the result.</p>}
      action={isSubmitting ? "Submitting…" : "Submit for verification"}
      isBusy={isSubmitting}
      onAction={onSubmit}
    >
      <dl className="divide-y divide-line border-y border-line">
        {rowsOf(answers, countries).map(({ step, name, value }) => (
          <div key={step} className="flex items-center gap-4 py-2">
            <div className="min-w-0 flex-1">
              <dt className="text-small text-quiet">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
            <dd>
              <Button look="text" disabled={isSubmitting} onClick={() => onChange(step)}>
                Change<span className="sr-only"> {name.toLowerCase()}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {failure && (
        <Notice state="failed" title="The submission failed" isLive>
          <p>
            Your answers are saved on this page. Check your connection and submit again. It counts
            only once.
          </p>
          {failure.requestId && (
            <p className="text-small">
              If the problem persists, contact support and quote{" "}
              <code className="font-mono break-all">{failure.requestId}</code>.
            </p>
          )}
        </Notice>
      )}
    </StepView>
  );
}
