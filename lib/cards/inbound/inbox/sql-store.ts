// SQL: locks: events are stored once, under a lease, in one statement.

import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import { queueOf } from "@/lib/db/queue";
import type { InboundEvent, SendingIssuer } from "../port";
import type { QueuedEvent, RecordedOutcome, StoredEvent } from "./stored-event";

const COLUMNS = `e.type, e.content, e.issued_at AS "createdAt"`;

/** The events that an attempt shall apply. */
export const issuerEvents = queueOf<QueuedEvent, RecordedOutcome>({
  table: "issuer_events",
  alias: "e",
  key: { issuer: "issuer", id: "id" },
  columns: COLUMNS,
  outcome: { outcome: "outcome", failure: "failure", appliedAt: "applied_at" },
  leaseMs: 60_000,
});

/**
 * Stores events that are not stored yet, under a lease of this process for their first attempt. Returns those that were
 * new.
 */
export async function insertEvents(
  issuer: SendingIssuer,
  events: readonly InboundEvent[],
  at: Date,
): Promise<StoredEvent[]> {
  const rows = await query<StoredEvent & Record<string, unknown>>(
    "insert_issuer_events",
    `INSERT INTO issuer_events AS e
       (issuer, id, type, content, issued_at, received_at, outcome, attempts, due_at, leased_until)
     SELECT $1, n.id, n.type, nullif(n.content, 'null'), n."createdAt", $3, 'pending', 1, ${instantAfter("$4")}, ${instantAfter("$5")}
     FROM jsonb_to_recordset($2::jsonb) AS n (id text, type text, content jsonb, "createdAt" timestamptz)
     ON CONFLICT (issuer, id) DO NOTHING
     RETURNING e.issuer, e.id, ${COLUMNS}, e.attempts, e.leased_until AS "leasedUntil"`,
    [issuer, JSON.stringify(events), at, msUntil(at), msUntil(at) + issuerEvents.leaseMs],
  );
  return rows;
}

/**
 * Stores an event that needs no attempt, unless one with its id is stored. Returns the type of the stored one, also when
 * another process stores it at the same time.
 */
export async function storeDoneEvent(
  issuer: SendingIssuer,
  { id, type }: Pick<InboundEvent, "id" | "type">,
  at: Date,
): Promise<string | undefined> {
  const [stored] = await query<{ type: string }>(
    "store_done_issuer_event",
    `INSERT INTO issuer_events AS e (issuer, id, type, issued_at, received_at, outcome, attempts, applied_at)
     VALUES ($1, $2, $3, $4, $4, 'ignored', 0, $4)
     ON CONFLICT (issuer, id) DO UPDATE SET type = e.type RETURNING e.type`,
    [issuer, id, type, at],
  );
  return stored?.type;
}

/** Deletes the oldest events from before an instant for which no attempt follows, and returns their number. */
export async function deleteEventsBefore(at: Date, maxCount: number): Promise<number> {
  const deleted = await query(
    "delete_issuer_events_before",
    `DELETE FROM issuer_events WHERE (issuer, id) IN (
       SELECT issuer, id FROM issuer_events WHERE received_at < $1 AND due_at IS NULL ORDER BY received_at LIMIT $2)
     RETURNING id`,
    [at, maxCount],
  );
  return deleted.length;
}
