// SQL: lock: SQL functions decide which people of a partner may approve a withdrawal, with its row locked.

import { change, query } from "@/lib/db";

/**
 * Whether the withdrawal of a table named `w` waits for a second person of its partner. Most have no row there, and the
 * function is called only for those that have one.
 */
export const AWAITS_PARTNER =
  "(EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = w.id) AND awaits_partner(w.id))";

/**
 * Until when a former owner counts as another owner of the partner $1, while $2 is its only owner. Null: none does. The rule
 * is `has_other_owner`, by the clock of the database, so that its decision and this one do not differ.
 */
const FORMER_OWNER_UNTIL = `SELECT max(f.owner_until) + interval '72 hours' AS until FROM people f
  WHERE f.partner_id = $1 AND f.owner_until > now() - interval '72 hours' AND NOT EXISTS (
    SELECT FROM people o WHERE o.partner_id = $1 AND o.id <> $2 AND o.role = 'owner' AND o.disabled_at IS NULL)`;

export interface WaitingRow {
  withdrawalId: string;
  amountMicroUsd: bigint;
  toAddress: string;
  createdAt: Date;
  /** Null for an API key. */
  requestedBy: string | null;
  mayApprove: boolean;
  /** From when the viewer may approve as the only owner; null where that is not so, or now. */
  mayApproveFrom: Date | null;
}

/** SQL of the pending withdrawals of the partner $1 that wait for a second person, and of whether the viewer $2 may approve each. */
const WAITING = `SELECT w.id AS "withdrawalId", w.amount_micro_usd AS "amountMicroUsd", w.to_address AS "toAddress",
    w.created_at AS "createdAt", CASE WHEN NOT a.is_by_key THEN q.name END AS "requestedBy",
    coalesce((SELECT may_approve_own(v, a) FROM people v WHERE v.id = $2), false) AS "mayApprove",
    CASE WHEN a.is_by_key AND a.requested_by = $2 THEN (${FORMER_OWNER_UNTIL}) END AS "mayApproveFrom"
  FROM withdrawals w JOIN partner_approvals a ON a.withdrawal_id = w.id LEFT JOIN people q ON q.id = a.requested_by
  WHERE w.partner_id = $1 AND w.status = 'pending' AND awaits_partner(w.id)`;

/** Lists the withdrawals of a partner that wait for a second person, oldest first. */
export function listWaiting(
  partnerId: string,
  viewerId: string,
  limit: number,
): Promise<WaitingRow[]> {
  return query<WaitingRow & Record<string, unknown>>(
    "list_waiting_for_partner",
    `${WAITING} ORDER BY w.id LIMIT $3`,
    [partnerId, viewerId, limit],
  );
}

/** Finds how a withdrawal waits for a second person of its partner; undefined if it does not. */
export async function findWaiting(
  partnerId: string,
  viewerId: string,
  withdrawalId: string,
): Promise<WaitingRow | undefined> {
  const [row] = await query<WaitingRow & Record<string, unknown>>(
    "find_waiting_for_partner",
    `${WAITING} AND w.id = $3`,
    [partnerId, viewerId, withdrawalId],
  );
  return row;
}

/** Returns until when a former owner counts as another owner of the partner, while the person is its only owner. */
export async function findFormerOwnerUntil(
  partnerId: string,
  personId: string,
): Promise<Date | null> {
  const [row] = await query<{ until: Date | null }>("find_former_owner_until", FORMER_OWNER_UNTIL, [
    partnerId,
    personId,
  ]);
  return row?.until ?? null;
}

export type ApproveOutcome = "done" | "unknown" | "not_pending" | "not_needed" | "not_allowed";

interface Approval {
  withdrawalId: string;
  partnerId: string;
  personId: string;
  at: Date;
}

/** Records the approval of a second person of the partner. */
export async function approveOwn(approval: Approval): Promise<ApproveOutcome> {
  const { withdrawalId, partnerId, personId, at } = approval;
  const [row] = await change<{ result: ApproveOutcome }>(
    "approve_own_withdrawal",
    "SELECT approve_own_withdrawal($1, $2, $3, $4) AS result",
    [withdrawalId, partnerId, personId, at],
    ([first]) => first?.result === "done",
  );
  return row?.result ?? "unknown";
}
