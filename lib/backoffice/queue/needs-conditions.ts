// SQL: hot list: the conditions of one filter of the withdrawals of all partners.

import type { Condition } from "@/lib/db/list-statement";
import { env } from "@/lib/kernel/env";
import { APPROVAL_COUNTS } from "../store";

const IS_APPROVED =
  "EXISTS (SELECT FROM withdrawal_approvals a WHERE a.withdrawal_id = w.id AND a.person_id = ?)";
/** The same rules as `giveApproval`: a large payout needs signatures, and people of one line count as one. */
const HAS_ENOUGH = `(SELECT count(DISTINCT line_of(o)) >= max(CASE
      WHEN w.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 WHEN s.is_needed THEN s.number ELSE 1 END)
    FROM partners p, withdrawal_approvals a JOIN people o ON o.id = a.person_id,
      (SELECT coalesce(w.amount_micro_usd - w.fee_micro_usd > ?::bigint, false) AS is_needed, ?::int AS number) s
    WHERE p.id = w.partner_id AND a.withdrawal_id = w.id AND ${APPROVAL_COUNTS}
      AND (a.signature IS NOT NULL OR NOT s.is_needed))`;

/**
 * Selects the pending withdrawals that a person has not approved, and those that have enough approvals by now, as after
 * the amount for two approvers was raised: nothing sends them until somebody approves again.
 */
export function needsConditions(personId: string | undefined): Condition[] {
  if (personId === undefined) return [];
  const { APPROVAL_SIGNATURE_ABOVE_USD: aboveMicroUsd = null, APPROVAL_SIGNATURES } = env();
  const sql = `(w.status <> 'pending' OR NOT ${IS_APPROVED} OR ${HAS_ENOUGH})`;
  return [{ name: "needs", sql, values: [personId, aboveMicroUsd, APPROVAL_SIGNATURES] }];
}
