import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import type { Withdrawal, WithdrawalProgress } from "./queries";
import { stepsOf } from "./steps";

/** Where the money is now, how it came there, and who takes the next step. */
export function Timeline({
  withdrawal,
  progress,
}: {
  withdrawal: Withdrawal;
  progress: WithdrawalProgress | undefined;
}) {
  return (
    <ol className="space-y-4">
      {stepsOf(withdrawal, progress).map(({ state, title, text, at, isNext }) => (
        <li key={title} aria-current={isNext ? "step" : undefined} className="flex gap-3">
          <span className="pt-0.5">
            <StateMark state={state} />
          </span>
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            {text && <p className="text-small text-quiet break-words">{text}</p>}
            {at && (
              <p className="text-small text-quiet">
                <Time instant={at} isExact />
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
