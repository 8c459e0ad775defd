// SQL: finds what the books have of the payouts in them, by a value inside of the legs of operator postings.

import { query } from "@/lib/db";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import type { FoundPayout } from "../sql-store";

/** A found payout that the books do not have, with its facts. */
export interface UnsettledPayout extends FoundPayout {
  /** The status of its withdrawal; null without one. */
  withdrawalStatus: WithdrawalStatus | null;
  /** The partners that asked for withdrawals to this address, at most ten. */
  partners: { partnerId: string; name: string }[];
}

/**
 * A posting books a found payout when a leg on the chain's custody account names the transaction; the text is that of
 * posting_of_same_transaction, so that its index serves both.
 */
const POSTING = `SELECT FROM operator_postings o WHERE o.status = 'posted' AND lower(o.legs::text)::jsonb
  @> jsonb_build_array(jsonb_build_object('account', lower('custody:' || f.chain || ':' || f.token), 'reference', f.tx_hash))`;
/** A rotation sent the money to another treasury of the service, so nothing is booked. */
const OWN = `SELECT FROM signer_addresses a WHERE a.purpose = 'treasury' AND lower(a.address) = f.to_address`;
const FOUND = "found_payouts f LEFT JOIN withdrawals w ON w.id = f.withdrawal_id";
/** Whether the books have a found payout: its withdrawal is completed, a posting books its transaction, or the money is still ours. */
const IS_SETTLED = `(coalesce(w.status = 'completed', false) OR EXISTS (${POSTING}) OR EXISTS (${OWN}))`;

const PARTNERS = `SELECT coalesce(json_agg(json_build_object('partnerId', d.id, 'name', d.name)), '[]') FROM (
  SELECT DISTINCT p.id, p.name FROM withdrawals o JOIN partners p ON p.id = o.partner_id
  WHERE lower(left(o.to_address, 6)) = left(f.to_address, 6) AND lower(right(o.to_address, 4)) = right(f.to_address, 4)
    AND lower(o.to_address) = f.to_address ORDER BY p.name LIMIT 10) d`;

/** Lists the found payouts that the books do not have, the oldest first: there are some after a restore, and none otherwise. */
export function listUnsettledPayouts(limit: number): Promise<UnsettledPayout[]> {
  return query<UnsettledPayout & Record<string, unknown>>(
    "list_unsettled_payouts",
    `SELECT f.chain, f.token, f.token_address AS "tokenAddress", f.from_address AS "fromAddress", f.to_address AS "toAddress",
       f.amount_micro_usd AS "amountMicroUsd", f.authorization_nonce AS "authorizationNonce", f.tx_hash AS "txHash",
       f.block_number AS "blockNumber", f.withdrawal_id AS "withdrawalId", w.status AS "withdrawalStatus", (${PARTNERS}) AS partners
     FROM ${FOUND} WHERE NOT ${IS_SETTLED} ORDER BY f.found_at, f.authorization_nonce LIMIT $1`,
    [limit],
  );
}

/** Lists the settled payouts about which an alert is still open. */
export function listSettledWithAlert(): Promise<Pick<FoundPayout, "chain" | "txHash">[]> {
  return query<Pick<FoundPayout, "chain" | "txHash"> & Record<string, unknown>>(
    "list_settled_payouts_with_alert",
    `SELECT f.chain, f.tx_hash AS "txHash" FROM ${FOUND}
     WHERE ${IS_SETTLED} AND EXISTS (SELECT FROM alerts l WHERE l.kind = 'payout_found' AND l.closed_at IS NULL
       AND l.subject = f.chain || ':' || f.tx_hash)`,
    [],
  );
}

/** Returns how many payouts were ever found. */
export async function countFoundPayouts(): Promise<number> {
  const [row] = await query<{ found: number }>(
    "count_found_payouts",
    "SELECT count(*)::int AS found FROM found_payouts",
    [],
  );
  return row?.found ?? 0;
}
