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
 * attempt takes no longer. Such a message is of no use after a day.
 */
export async function knowsLater(
  personId: string | null,
  kind: "withdrawal_pending" | "withdrawal_own_approval",
  at: Date,
): Promise<boolean> {
  const rows = await query(
    "find_later_mail_of_kind",
    `SELECT FROM mail_outbox WHERE created_at > $3::timestamptz - interval '1 day' AND person_id = $1
       AND kind = $2 AND sent_at > $3::timestamptz + interval '1 minute' LIMIT 1`,
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
