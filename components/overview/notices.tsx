import Link from "next/link";
import { StateMark } from "@/components/ui/state-mark";
import type { Overview } from "./queries";

type Notice = Overview["notices"][number];

/** Where each is seen to. */
const PLACES: Partial<Record<Notice["code"], { href: string; name: string }>> = {
  webhook_not_set: { href: "/developers/webhooks", name: "Set one" },
  webhook_failing: { href: "/developers/webhooks", name: "See what it answers" },
  webhook_paused: { href: "/developers/webhooks", name: "Resume it" },
  webhook_events_failed: { href: "/developers/webhooks?status=failed", name: "See them" },
  wallet_empty: { href: "/wallet", name: "Put money in" },
  wallet_low: { href: "/wallet", name: "Put money in" },
  deposits_confirming: { href: "/wallet", name: "Watch them" },
  withdrawals_pending: { href: "/withdrawals", name: "See where they are" },
  kyc_waiting: { href: "/users", name: "See the users" },
};

/** What needs the reader, first what wants something of them. */
export function Notices({ notices }: { notices: Overview["notices"] }) {
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">What needs you</h2>
      {notices.length === 0 ? (
        <p className="flex items-center gap-2 text-small">
          <StateMark state="settled" size={16} />
          Nothing. All is well.
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
