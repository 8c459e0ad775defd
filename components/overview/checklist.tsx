import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/state-mark";
import type { Overview } from "./queries";

type Step = Overview["steps"][number]["step"];

const STEPS: Record<Step, { name: string; href: string }> = {
  fund_wallet: { name: "Fund your wallet", href: "/wallet" },
  create_user: { name: "Create a user", href: "/users?do=create" },
  approve_user: { name: "Verify a user", href: "/users" },
  create_card: { name: "Create a card", href: "/cards?do=create" },
  first_purchase: { name: "Make a test purchase", href: "/cards" },
  use_api_key: { name: "Call the API", href: "/developers" },
  set_webhook: { name: "Set a webhook URL", href: "/developers/webhooks" },
  receive_webhook: { name: "Receive a webhook", href: "/developers/webhooks" },
  invite_colleague: { name: "Invite a team member", href: "/settings?do=invite" },
};

/** The onboarding steps; hidden when all are done. */
export function Checklist({ steps }: { steps: Overview["steps"] }) {
  const done = steps.filter((each) => each.done).length;
  if (done === steps.length) return null;
  return (
    <section className="space-y-2">
      <h2 className="flex items-baseline justify-between font-semibold">
        Get started
        <span className="text-small font-normal text-quiet tabular-nums">
          {done} of {steps.length}
        </span>
      </h2>
      <ul className="grid gap-x-6 text-small [grid-template-columns:repeat(auto-fill,minmax(13rem,1fr))]">
        {steps.map(({ step, done: isDone }) => {
          const { name, href } = STEPS[step];
          return (
            <li key={step} className="flex min-h-8 items-center gap-3">
              {isDone ? (
                <StateMark state="settled" size={16} />
              ) : (
                <span
                  aria-hidden="true"
                  className="mx-px size-3.5 shrink-0 rounded-full border border-line-strong"
                />
              )}
              {isDone ? (
                <span className="text-quiet">
                  {name}
                  <span className="sr-only">, done</span>
                </span>
              ) : (
                <Link href={href} className="text-accent underline underline-offset-4">
                  {name}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
