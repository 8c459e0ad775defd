import { type State, StateMark } from "./state-mark";
import { Time } from "./time";

export interface Step {
  state: State;
  title: string;
  /** For a future step: who performs it. */
  text?: string | undefined;
  at?: string | undefined;
  isNext?: boolean;
}

/** The past steps of a process, and the next one. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="space-y-4">
      {steps.map(({ state, title, text, at, isNext }) => (
        <li
          key={`${title} ${at}`}
          aria-current={isNext ? "step" : undefined}
          className="flex gap-3"
        >
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
