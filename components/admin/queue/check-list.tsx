import { StateMark } from "@/components/ui/state-mark";
import type { Check } from "./check";

/** A list of checks, each with its state. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {checks.map(({ state, title, text }) => (
        <li key={title} className="flex gap-3 py-2.5">
          <span className="flex size-5 shrink-0 items-center justify-center pt-0.5">
            {state ? (
              <StateMark state={state} size={18} />
            ) : (
              <span aria-hidden="true" className="size-1.5 rounded-full bg-line-strong" />
            )}
          </span>
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            {text && <p className="text-small break-words text-quiet">{text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
