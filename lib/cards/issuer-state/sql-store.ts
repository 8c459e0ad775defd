// SQL: locks: a card is given up under the lock of its id; late updates are counted.

import { query } from "@/lib/db";
import { type Leased, queueOf } from "@/lib/db/queue";
import type { IssuerName } from "../network/message";
import type { CardStatus } from "../states";

/** Queues the termination of a card that belongs to no card of ours. See prisma/sql/public.give_up_card.sql. */
export async function giveUpCard(
  issuer: IssuerName,
  issuerCardId: string,
  requestKey: string,
): Promise<void> {
  await query("give_up_card", "SELECT give_up_card($1, $2, $3)", [
    issuer,
    issuerCardId,
    requestKey,
  ]);
}

/** A status that is to be delivered to the issuer; of an active cardholder, the data of the person. */
type QueuedStatus = {
  issuer: IssuerName;
  issuerId: string;
  version: number;
} & ({ kind: "card"; status: CardStatus } | { kind: "cardholder"; status: "active" | "inactive" });

export type IssuerUpdate = QueuedStatus & Leased;

/** The result of one attempt: delivered, refused for good, or failed. */
export interface AttemptOutcome {
  deliveredAt?: Date;
  refusedAt?: Date;
  failure?: string;
}

/**
 * The statuses to deliver. A newer status of the same card resets the row during an attempt, and stays due: see
 * prisma/sql/public.queue_card_status.sql.
 */
export const issuerUpdates = queueOf<QueuedStatus, AttemptOutcome>({
  table: "issuer_updates",
  alias: "u",
  key: { issuer: "issuer", kind: "kind", issuerId: "issuer_id" },
  columns: "u.status, u.version",
  outcome: { deliveredAt: "delivered_at", refusedAt: "refused_at", failure: "failure" },
  scope: "issuer",
  isVersioned: true,
  // Longer than one attempt of an adapter can take.
  leaseMs: 60_000,
});

/** Counts the updates of an issuer that are due since before an instant. */
export async function countLateUpdates(
  issuer: IssuerName,
  before: Date,
): Promise<{ count: number; oldest: Date | null; failure: string | null }> {
  const rows = await query<{ count: number; oldest: Date | null; failure: string | null }>(
    "count_late_issuer_updates",
    `SELECT count(*)::int AS count, min(created_at) AS oldest,
       (array_agg(failure ORDER BY created_at))[1] AS failure
     FROM issuer_updates WHERE issuer = $1 AND due_at IS NOT NULL AND created_at < $2`,
    [issuer, before],
  );
  return rows[0] ?? { count: 0, oldest: null, failure: null };
}
