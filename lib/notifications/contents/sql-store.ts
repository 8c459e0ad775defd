// SQL: awaits_partner is a rule of the database; messages are compared by their times.

import { query } from "@/lib/db";
import { AWAITS_PARTNER } from "@/lib/withdrawals/own-approvals/sql-store";

export interface PendingWithdrawals {
  count: number;
  oldestAt: Date | null;
  amountMicroUsd: bigint;
}

/**
 * Whether a person got a message of a kind a minute after an instant or later, which counted the withdrawals of that instant: an
 * attempt takes no longer.
 */
export async function knowsLater(
  personId: string | null,
  kind: "withdrawal_pending" | "withdrawal_own_approval",
  at: Date,
): Promise<boolean> {
  const rows = await query(
    "find_later_mail_of_kind",
    `SELECT FROM mail_outbox WHERE person_id = $1 AND kind = $2 AND sent_at > $3::timestamptz + interval '1 minute' LIMIT 1`,
    [personId, kind, at],
  );
  return rows.length > 0;
}

/** The withdrawals of all partners that are pending review, without those that wait for their partner first. */
export async function countPendingWithdrawals(): Promise<PendingWithdrawals> {
  const [row] = await query<PendingWithdrawals & Record<string, unknown>>(
    "count_pending_withdrawals",
    `SELECT count(*)::int AS count, min(w.created_at) AS "oldestAt",
       coalesce(sum(w.amount_micro_usd), 0)::bigint AS "amountMicroUsd"
     FROM withdrawals w WHERE w.status = 'pending' AND NOT ${AWAITS_PARTNER}`,
    [],
  );
  if (!row) throw new Error("a count without a row");
  return row;
}

/** The withdrawals that wait for a person as the second one of their partner, with the facts of the oldest. */
export interface WaitingWithdrawals {
  count: number;
  /** The sum of all. */
  amountMicroUsd: bigint;
  withdrawalId: string;
  feeMicroUsd: bigint;
  toAddress: string;
  /** Null for an API key. */
  requestedBy: string | null;
}

/** Counts the withdrawals that wait for a person as the second one of their partner; undefined without any. */
export async function countWaiting(
  partnerId: string | null,
  personId: string | null,
): Promise<WaitingWithdrawals | undefined> {
  const [row] = await query<WaitingWithdrawals & Record<string, unknown>>(
    "count_waiting_for_person",
    `SELECT (count(*) OVER ())::int AS count, (sum(w.amount_micro_usd) OVER ())::bigint AS "amountMicroUsd",
       w.id AS "withdrawalId", w.fee_micro_usd AS "feeMicroUsd", w.to_address AS "toAddress",
       CASE WHEN NOT a.is_by_key THEN q.name END AS "requestedBy"
     FROM withdrawals w JOIN partner_approvals a ON a.withdrawal_id = w.id JOIN people p ON p.id = $2
       LEFT JOIN people q ON q.id = a.requested_by
     WHERE w.partner_id = $1 AND w.status = 'pending' AND awaits_partner(w.id) AND may_approve_own(p, a)
     ORDER BY w.id LIMIT 1`,
    [partnerId, personId],
  );
  return row;
}
