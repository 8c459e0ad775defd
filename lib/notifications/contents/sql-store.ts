// SQL: awaits_partner is a rule of the database; messages are compared by their times.

import { query } from "@/lib/db";
import { AWAITS_PARTNER } from "@/lib/withdrawals/own-approvals/sql-store";

export interface PendingWithdrawals {
  count: number;
  oldestAt: Date | null;
  amountMicroUsd: bigint;
}

/** Whether a withdrawal is pending and waits for a second person of its partner, and a person may be that one. */
export async function isWaitingFor(
  personId: string | null,
  withdrawalId: string,
): Promise<boolean> {
  const rows = await query(
    "find_waiting_for_person",
    `SELECT FROM withdrawals w JOIN partner_approvals o ON o.withdrawal_id = w.id JOIN people p ON p.id = $2
     WHERE w.id = $1 AND w.status = 'pending' AND ${AWAITS_PARTNER} AND may_approve_own(p, o)`,
    [withdrawalId, personId],
  );
  return rows.length > 0;
}

/**
 * Whether a person got a message about pending withdrawals a minute after an instant or later, which counted those of that
 * instant: an attempt takes no longer. Such a message is of no use after a day.
 */
export async function knowsOfPending(personId: string | null, at: Date): Promise<boolean> {
  const rows = await query(
    "find_later_mail_about_pending",
    `SELECT FROM mail_outbox WHERE created_at > $2::timestamptz - interval '1 day' AND person_id = $1
       AND kind = 'withdrawal_pending' AND sent_at > $2::timestamptz + interval '1 minute' LIMIT 1`,
    [personId, at],
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
