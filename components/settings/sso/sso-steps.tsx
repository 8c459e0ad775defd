import { StateMark } from "@/components/ui/state-mark";
import type { Sso } from "./queries";

/** What the set-up consists of, in its order. */
function stepsOf({ domains, connection, people, isOnly }: Sso) {
  return [
    { name: "Verify an email domain", isDone: domains.some(({ verifiedAt }) => verifiedAt) },
    { name: "Connect your identity provider", isDone: connection !== undefined },
    { name: "Sign in once to test it", isDone: people.some(({ boundAt }) => boundAt) },
    { name: "Require it for everyone (optional)", isDone: isOnly },
  ];
}

/** Whether single sign-on is on, and what is left to do. */
export function SsoSteps({ sso }: { sso: Sso }) {
  return (
    <ol className="space-y-1 text-small">
      {stepsOf(sso).map(({ name, isDone }) => (
        <li key={name} className="flex min-h-7 items-center gap-3">
          {isDone ? (
            <StateMark state="settled" size={16} />
          ) : (
            <span
              aria-hidden="true"
              className="mx-px size-3.5 shrink-0 rounded-full border border-line-strong"
            />
          )}
          <span className={isDone ? "text-quiet" : undefined}>
            {name}
            <span className="sr-only">{isDone ? ", done" : ", not done"}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
