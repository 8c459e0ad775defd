import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import type { QueuedWithdrawal } from "./queries";
import { stepsOf } from "./steps";

/** How it came here, and what is next. */
export function Timeline({ withdrawal }: { withdrawal: QueuedWithdrawal }) {
  return (
    <ol className="space-y-3">
      {stepsOf(withdrawal).map(({ state, title, text, at }) => (
        <li key={`${title} ${at}`} className="flex gap-3">
          <span className="pt-0.5">
            <StateMark state={state} />
          </span>
          <div className="min-w-0">
            <p className="font-medium break-words">{title}</p>
            {text && <p className="text-small break-words text-quiet">{text}</p>}
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
