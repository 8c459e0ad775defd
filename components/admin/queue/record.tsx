import { Amount } from "@/components/ui/amount";
import { IdChip } from "@/components/ui/id-chip";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/ui/words";
import { activityText } from "./activity-text";
import type { Review } from "./queries";

const DELIVERIES: Record<Review["events"][number]["status"], string> = {
  pending: "pending",
  delivered: "delivered",
  failed: "failed",
  not_sent: "not sent (no webhook configured)",
};
const LINE = "flex flex-wrap items-baseline justify-between gap-x-4 py-1.5";
const LIST = "divide-y divide-line border-y border-line text-small";

function Activity({ activity }: Pick<Review, "activity">) {
  if (activity.length === 0) return <p className="text-small text-quiet">No activity yet.</p>;
  return (
    <ul className={LIST}>
      {activity.map(({ id, action, personName, role, ipAddress, at }) => (
        <li key={id} className={LINE}>
          <span>
            {activityText(action, `${personName}, ${role}`)}
            {ipAddress && <span className="text-quiet"> from {ipAddress}</span>}
          </span>
          <Time instant={at} />
        </li>
      ))}
    </ul>
  );
}

function Journals({ journals }: Pick<Review, "journals">) {
  return (
    <ul className={LIST}>
      {journals.map(({ id, type, createdAt, legs }) => (
        <li key={id} className="space-y-0.5 py-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{type.replaceAll("_", " ")}</span>
            <Time instant={createdAt} />
          </div>
          {legs.map(({ account, amount }) => (
            <div key={`${account} ${amount}`} className="flex justify-between gap-4">
              <span className="min-w-0 truncate font-mono text-quiet" title={account}>
                {account}
              </span>
              <Amount value={amount} direction={amount < 0 ? "out" : "in"} />
            </div>
          ))}
          <IdChip value={id} label="the journal ID" href={`/admin/books/journals/${id}`} />
        </li>
      ))}
    </ul>
  );
}

function Events({ events }: Pick<Review, "events">) {
  if (events.length === 0)
    return (
      <p className="text-small text-quiet">No events yet. The partner is notified of the result.</p>
    );
  return (
    <ul className={LIST}>
      {events.map(({ id, event, status, attempts, createdAt }) => (
        <li key={id} className={LINE}>
          <span className="break-words">
            {event}: {DELIVERIES[status]}
            {attempts > 0 && ` (${counted(attempts, "attempt", "attempts")})`}
          </span>
          <Time instant={createdAt} />
        </li>
      ))}
    </ul>
  );
}

/** The record of a withdrawal as evidence: audit entries, journals and events. */
export function WithdrawalRecord({ review }: { review: Review }) {
  return (
    <div className="space-y-6">
      <section className="space-y-2">
        <h2 className="font-semibold">Activity</h2>
        <Activity activity={review.activity} />
      </section>
      <section className="space-y-2">
        <h2 className="font-semibold">Ledger entries</h2>
        <Journals journals={review.journals} />
      </section>
      <section className="space-y-2">
        <h2 className="font-semibold">Webhooks</h2>
        <Events events={review.events} />
      </section>
    </div>
  );
}
