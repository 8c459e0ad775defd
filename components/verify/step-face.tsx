import { useCallback } from "react";
import { StepView } from "./step-view";
import type { Answers } from "./use-answers";
import { useFaceCheck } from "./use-face-check";

const RING_LENGTH = 100;

interface StepFaceProps {
  answers: Answers;
  onAnswer: (answers: Answers) => void;
  onContinue: () => void;
}

function FaceOval({ progress }: { progress: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 240" className="mx-auto h-56 w-auto sm:h-64">
      <ellipse
        cx="100"
        cy="120"
        rx="82"
        ry="108"
        className="fill-sunken stroke-line"
        strokeWidth="4"
      />
      <circle cx="100" cy="98" r="34" className="fill-line" />
      <path
        d="M42 196c6-40 30-52 58-52s52 12 58 52c-16 18-36 28-58 28s-42-10-58-28Z"
        className="fill-line"
      />
      <ellipse
        cx="100"
        cy="120"
        rx="82"
        ry="108"
        fill="none"
        strokeWidth="4"
        pathLength={RING_LENGTH}
        strokeDasharray={`${progress * RING_LENGTH} ${RING_LENGTH}`}
        className="stroke-accent transition-[stroke-dasharray] duration-1000"
      />
    </svg>
  );
}

/** The face check, simulated. */
export function StepFace({ answers, onAnswer, onContinue }: StepFaceProps) {
  const isDone = answers.faceChecked === true;
  const finish = useCallback(() => onAnswer({ faceChecked: true }), [onAnswer]);
  const { instruction, progress, start } = useFaceCheck(finish);
  const isRunning = instruction !== undefined;
  const status = isDone ? "Face check complete." : (instruction ?? "Ready to start.");
  return (
    <StepView
      title="Take a selfie"
      lead={
        <p>
          Simulated in the sandbox, without a camera. It takes three seconds and always succeeds.
        </p>
      }
      action={isDone ? "Continue" : isRunning ? "Checking…" : "Start face check"}
      isBusy={isRunning}
      onAction={isDone ? onContinue : start}
    >
      <div className="space-y-4">
        <FaceOval progress={isDone ? 1 : progress} />
        <p role="status" className="text-center font-medium">
          {status}
        </p>
      </div>
    </StepView>
  );
}
