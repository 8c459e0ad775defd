import { CodeLine } from "@/components/ui/code-line";
import { Icon } from "@/components/ui/icon";
import type { ErrorAnswer } from "@/lib/api/reference/reference";
import { Line } from "./prose";

/** The error codes of an operation, with their meanings and examples. */
export function Errors({ errors }: { errors: readonly ErrorAnswer[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line text-small">
      {errors.map(({ status, code, meaning, example }) => (
        <li key={`${status} ${code}`}>
          <details className="group/error">
            <summary className="grid min-h-11 cursor-pointer gap-x-4 py-2 sm:grid-cols-[3rem_minmax(0,15rem)_1fr_1rem]">
              <span className="text-quiet tabular-nums">{status}</span>
              <code className="font-mono font-medium break-words">{code}</code>
              <span>
                <Line text={meaning} />
              </span>
              <span className="transition-transform group-open/error:rotate-90 max-sm:hidden">
                <Icon name="forward" size={14} />
              </span>
            </summary>
            <div className="pb-3">
              <CodeLine text={JSON.stringify(example, null, 2)} label={`the response ${code}`} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
