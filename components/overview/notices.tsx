import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/state-mark";
import type { Overview } from "./queries";

type Notice = Overview["notices"][number];

/** The link of each notice. */
const PLACES: Partial<Record<Notice["code"], { href: string; name: string }>> = {
  webhook_not_set: { href: "/developers/webhooks", name: "Set URL" },
  webhook_failing: { href: "/developers/webhooks", name: "View responses" },
  webhook_paused: { href: "/developers/webhooks", name: "Resume" },
  webhook_events_failed: { href: "/developers/webhooks?status=failed", name: "View events" },
  cards_owing: { href: "/cards?shortfall=owed", name: "View cards" },
  wallet_empty: { href: "/wallet", name: "Deposit" },
  wallet_low: { href: "/wallet", name: "Deposit" },
  deposits_confirming: { href: "/wallet?status=confirming", name: "View deposits" },
  withdrawals_pending: { href: "/withdrawals?status=pending,approved", name: "View withdrawals" },
  kyc_waiting: { href: "/users?status=pending,pending_kyc", name: "View users" },
};

/** The notices; those that need an action come first. */
export function Notices({ notices }: { notices: Overview["notices"] }) {
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Needs attention</h2>
      {notices.length === 0 ? (
        <p className="flex items-center gap-2 text-small">
          <StateMark state="settled" size={16} />
          All systems normal.
        </p>
      ) : (
        <ul className="divide-y divide-line border-y border-line text-small">
          {notices.map(({ code, level, text }) => {
            const place = PLACES[code];
            return (
              <li key={code} className="flex gap-3 py-2.5">
                <StateMark state={level === "attention" ? "attention" : "waiting"} size={18} />
                <span className="min-w-0">
                  {text}{" "}
                  {place && (
                    <Link
                      href={place.href}
                      className="whitespace-nowrap text-accent underline underline-offset-4"
                    >
                      {place.name}
                    </Link>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
