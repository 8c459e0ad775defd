// SQL: awaits_partner is a rule of the database.

import { query } from "@/lib/db";
import { AWAITS_PARTNER } from "@/lib/withdrawals/own-approvals/sql-store";

export interface PendingWithdrawals {
  count: number;
  oldestAt: Date | null;
  amountMicroUsd: bigint;
}

/** Whether a withdrawal is pending and waits for a second person of its partner. */
export async function isWaitingForPartner(withdrawalId: string): Promise<boolean> {
  const rows = await query(
    "find_waiting_for_partner",
    `SELECT FROM withdrawals w WHERE w.id = $1 AND w.status = 'pending' AND ${AWAITS_PARTNER}`,
    [withdrawalId],
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
