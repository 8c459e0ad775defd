import { Link } from "@/components/ui/link";
import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import { counted } from "@/components/ui/words";
import type { ExplainedEvent } from "./queries";

const STATES: Record<ExplainedEvent["status"], { state: State | undefined; word: string }> = {
  pending: { state: "waiting", word: "Pending" },
  delivered: { state: "settled", word: "Delivered" },
  failed: { state: "failed", word: "Failed" },
  not_sent: { state: undefined, word: "Not sent" },
};

function attemptsOf({ attempts, lastStatusCode, lastError }: ExplainedEvent): string {
  if (attempts === 0) return "No attempts";
  const count = counted(attempts, "attempt", "attempts");
  const answer = lastStatusCode ?? lastError;
  return answer === undefined ? count : `${count}, last response ${answer}`;
}

/** The events about an amount, with the status of their deliveries. */
export function EventsTrail({ events }: { events: readonly ExplainedEvent[] }) {
  return (
    <section aria-label="Webhooks" className="space-y-2 text-small">
      <p className="font-semibold">Webhooks</p>
      {events.length === 0 && <p className="text-quiet">No webhook events.</p>}
      {events.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {events.map((each) => (
            <li key={each.id} className="space-y-1 py-2">
              <p className="flex flex-wrap justify-between gap-x-4">
                <Link
                  href={`/developers/webhooks/${each.id}`}
                  className="min-w-0 font-mono break-all text-accent underline underline-offset-4"
                >
                  {each.event}
                </Link>
                <StateWord {...STATES[each.status]} />
              </p>
              <p className="break-words text-quiet">{attemptsOf(each)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
