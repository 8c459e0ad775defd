// SQL: locks: a card is given up under the lock of its id, a cardholder begun under that of its user; late updates are counted; of two cardholders created at once the stored one counts.

import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
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
  sharedBy: "partner_id",
  isVersioned: true,
  // Longer than one attempt of an adapter can take.
  leaseMs: 60_000,
});

/** Counts the updates of an issuer that are due since before an instant of the service's clock, by the clock of the database. */
export async function countLateUpdates(
  issuer: IssuerName,
  before: Date,
): Promise<{ count: number; oldest: Date | null; failure: string | null }> {
  const rows = await query<{ count: number; oldest: Date | null; failure: string | null }>(
    "count_late_issuer_updates",
    `SELECT count(*)::int AS count, min(created_at) AS oldest,
       (array_agg(failure ORDER BY created_at))[1] AS failure
     FROM issuer_updates WHERE issuer = $1 AND due_at IS NOT NULL AND created_at < ${instantAfter("$2")}`,
    [issuer, msUntil(before)],
  );
  return rows[0] ?? { count: 0, oldest: null, failure: null };
}

/** Counts the updates that wait for other issuers than these. */
export async function countUpdatesOfOthers(
  issuers: readonly IssuerName[],
): Promise<Map<IssuerName, number>> {
  const rows = await query<{ issuer: IssuerName; count: number }>(
    "count_issuer_updates_of_others",
    `SELECT issuer, count(*)::int AS count FROM issuer_updates
     WHERE due_at IS NOT NULL AND issuer <> ALL ($1) GROUP BY issuer`,
    [issuers],
  );
  return new Map(rows.map(({ issuer, count }) => [issuer, count]));
}

/**
 * Records that a cardholder is about to be created at an issuer, so that one whose creation has no response is found again. It began
 * by the clock of the database: by one that is behind, an older list of the issuer would seem to show that nothing was created.
 * Returns false for a deleted user: the lock on the user makes the deletion see the row, or this statement the deletion.
 */
export async function beginCardholder(
  issuer: IssuerName,
  userId: string,
  at: Date,
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    "begin_cardholder",
    `WITH owner AS MATERIALIZED (SELECT id FROM users WHERE id = $2 AND deleted_at IS NULL FOR SHARE),
       attempt AS (INSERT INTO cardholder_attempts (issuer, user_id, started_at) SELECT $1, id, ${instantAfter("$3")} FROM owner
         ON CONFLICT (user_id, issuer) DO UPDATE SET started_at = excluded.started_at)
     SELECT id FROM owner`,
    [issuer, userId, msUntil(at)],
  );
  return rows.length > 0;
}

interface NewCardholder {
  issuer: IssuerName;
  userId: string;
  cardholderId: string;
  createdAt: Date;
}

/**
 * Stores the cardholder of a user, ends its attempt, and returns the cardholder that is stored. That is another one when a
 * concurrent request created one too and stored it first. The end of the one that is left over is queued, because no card
 * shall ever be issued for it.
 */
export async function storeCardholder(cardholder: NewCardholder): Promise<string> {
  const { issuer, userId, cardholderId, createdAt } = cardholder;
  await query(
    "store_cardholder",
    `WITH ended AS (DELETE FROM cardholder_attempts WHERE issuer = $1 AND user_id = $2)
     INSERT INTO issuer_cardholders (issuer, user_id, cardholder_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [issuer, userId, cardholderId, createdAt],
  );
  // A statement of its own: the one before does not see a row that was committed while it ran.
  const [row] = await query<{ stored: string }>(
    "end_other_cardholder",
    `WITH kept AS (SELECT cardholder_id FROM issuer_cardholders WHERE issuer = $1 AND user_id = $2),
       ended AS (INSERT INTO issuer_updates (issuer, kind, issuer_id, status, partner_id, created_at, due_at)
         SELECT $1, 'cardholder', $3, 'inactive', (SELECT partner_id FROM users WHERE id = $2), now(), now() FROM kept
         WHERE cardholder_id <> $3 AND NOT EXISTS (
           SELECT FROM issuer_cardholders WHERE issuer = $1 AND cardholder_id = $3)
         ON CONFLICT DO NOTHING)
     SELECT cardholder_id AS stored FROM kept`,
    [issuer, userId, cardholderId],
  );
  return row?.stored ?? cardholderId;
}

export interface CardholderAttempt {
  userId: string;
  isDeleted: boolean;
}

/** Finds the attempts that began before an instant and whose cardholder is not stored. */
export function findCardholderAttempts(
  issuer: IssuerName,
  before: Date,
): Promise<CardholderAttempt[]> {
  return query<CardholderAttempt & Record<string, unknown>>(
    "find_cardholder_attempts",
    `SELECT a.user_id AS "userId", u.deleted_at IS NOT NULL AS "isDeleted"
     FROM cardholder_attempts a JOIN users u ON u.id = a.user_id WHERE a.issuer = $1 AND a.started_at < ${instantAfter("$2")}`,
    [issuer, msUntil(before)],
  );
}

/** Forgets attempts that left nothing at the issuer, unless they were begun again since. */
export async function forgetCardholderAttempts(
  issuer: IssuerName,
  userIds: readonly string[],
  before: Date,
): Promise<void> {
  await query(
    "forget_cardholder_attempts",
    `DELETE FROM cardholder_attempts WHERE issuer = $1 AND user_id = ANY ($2) AND started_at < ${instantAfter("$3")}`,
    [issuer, userIds, msUntil(before)],
  );
}
