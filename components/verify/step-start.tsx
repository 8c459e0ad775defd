import { Notice } from "@/components/ui/notice";
import type { OpenVerification } from "@/lib/users/kyc/verification-view";
import { StepView } from "./step-view";

const STAGES = [
  ["Your document", "A passport, identity card, driving licence or residence permit"],
  ["A photo of it", "In the sandbox, one of the sample photos"],
  ["A selfie", "A short face check with the camera, simulated here"],
] as const;

interface StepStartProps {
  check: OpenVerification;
  onContinue: () => void;
}

/** What is going to happen, and what was wrong the last time. */
export function StepStart({ check, onContinue }: StepStartProps) {
  const { firstName, partnerName, resubmission } = check;
  return (
    <StepView
      title={resubmission ? "Let’s try again" : "Verify your identity"}
      lead={
        <p>
          Hello {firstName}. <strong className="font-medium text-text">{partnerName}</strong> asks
          you to verify your identity. It takes about two minutes.
        </p>
      }
      action="Start"
      onAction={onContinue}
    >
      {resubmission && (
        <Notice state="attention" title="More information needed">
          {resubmission.advice.length === 0 ? (
            <p>The last check could not be completed. Please complete it again.</p>
          ) : (
            resubmission.advice.map((advice) => <p key={advice}>{advice}</p>)
          )}
        </Notice>
      )}
      <ol className="divide-y divide-line border-y border-line">
        {STAGES.map(([name, note], index) => (
          <li key={name} className="flex gap-4 py-3">
            <span aria-hidden="true" className="w-4 shrink-0 font-medium text-accent tabular-nums">
              {index + 1}
            </span>
            <span>
              <span className="block font-medium">{name}</span>
              <span className="block text-small text-quiet">{note}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="text-small text-quiet">
        {partnerName} receives the result. You can go back at any time before you submit.
      </p>
    </StepView>
  );
}
