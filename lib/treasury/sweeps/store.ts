// SQL: money path: stores sweeps only under the lease; sums what addresses hold.

import type { ChainAddress, TokenName } from "@/lib/chain/networks";
import { query } from "@/lib/db";
import { databaseJson } from "@/lib/ledger/rows";
import type { Authorization } from "@/lib/treasury/payouts/authorization";
import { HELD_TO_SIGN } from "@/lib/treasury/payouts/lease/store";
import type { Lease } from "@/lib/treasury/payouts/lease/take-lease";

/** A deposit address that, according to the books, received more than was swept. */
export interface UnsweptAddress {
  /** EIP-55 checksummed. */
  address: ChainAddress;
  depositIndex: number;
  unsweptMicroUsd: bigint;
}

export interface Unswept {
  addresses: UnsweptAddress[];
  /** The sum over all such addresses, also those that are not listed, without `uncounted`. */
  totalMicroUsd: bigint;
}

interface Selection {
  /** The addresses that are not listed. */
  except: readonly string[];
  /** The addresses that are not in the sum. */
  uncounted: readonly string[];
  limit: number;
}

/**
 * Lists deposit addresses with a balance of a token and no sweep in progress, largest balance first, without `except`.
 * Reads the addresses with a balance only.
 */
export async function listUnswept(
  chain: string,
  token: TokenName,
  { except, uncounted, limit }: Selection,
): Promise<Unswept> {
  type Row = Record<string, unknown> &
    Pick<Unswept, "totalMicroUsd"> &
    (UnsweptAddress | { address: null });
  const rows = await query<Row>(
    "list_unswept_addresses",
    `WITH held AS MATERIALIZED (SELECT address, amount_micro_usd AS amount FROM unswept_balances
       WHERE chain = $1 AND token = $2 AND amount_micro_usd > 0),
     listed AS (SELECT h.address, a.derivation_index, h.amount FROM held h
       CROSS JOIN LATERAL (SELECT derivation_index FROM deposit_addresses WHERE address = h.address OFFSET 0) a
       WHERE h.address <> ALL($3) AND NOT EXISTS (SELECT FROM sweeps s
         WHERE s.chain = $1 AND s.token = $2 AND s.from_address = h.address AND s.status = 'pending')
       ORDER BY h.amount DESC, a.derivation_index LIMIT $4)
     SELECT l.address, l.derivation_index AS "depositIndex", l.amount AS "unsweptMicroUsd", t.total AS "totalMicroUsd"
     FROM (SELECT coalesce(sum(amount), 0)::bigint AS total FROM held WHERE address <> ALL($5)) t LEFT JOIN listed l ON true
     ORDER BY l.amount DESC, l.derivation_index`,
    [chain, token, except, limit, uncounted],
  );
  return {
    addresses: rows.flatMap((row) => (row.address === null ? [] : [row as UnsweptAddress])),
    totalMicroUsd: rows[0]?.totalMicroUsd ?? 0n,
  };
}

/** Sums the net amounts of unpaid withdrawals: pending ones, and approved ones that are not signed. */
export async function sumDemand(): Promise<{ pendingMicroUsd: bigint; unsignedMicroUsd: bigint }> {
  const [row] = await query<{ pendingMicroUsd: bigint; unsignedMicroUsd: bigint }>(
    "sum_withdrawal_demand",
    `SELECT coalesce(sum(net) FILTER (WHERE status = 'pending'), 0)::bigint AS "pendingMicroUsd",
       coalesce(sum(net) FILTER (WHERE status = 'approved' AND NOT is_signed), 0)::bigint AS "unsignedMicroUsd"
     FROM (SELECT w.status, w.amount_micro_usd - w.fee_micro_usd AS net,
         EXISTS (SELECT FROM payouts p WHERE p.withdrawal_id = w.id)
           OR EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = w.id) AS is_signed
       FROM withdrawals w WHERE w.status IN ('pending', 'approved')) open`,
    [],
  );
  return row ?? { pendingMicroUsd: 0n, unsignedMicroUsd: 0n };
}

/**
 * Stores signed sweeps, which the sender then submits. Returns the ids of those stored: none without the lease or in restore
 * mode, and none for an address with a sweep in progress.
 */
export async function insertSweeps(
  { name, holder }: Lease,
  { chain, token }: { chain: string; token: TokenName },
  sweeps: readonly Authorization[],
  at: Date,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "insert_sweeps",
    `WITH ${HELD_TO_SIGN}
     INSERT INTO sweeps (id, chain, token, token_address, from_address, to_address, amount_micro_usd, authorization_nonce,
       valid_before, signature, status, created_at)
     SELECT id, $3, $4, "tokenAddress", "fromAddress", "toAddress", "amountMicroUsd", nonce, "validBefore", signature,
       'pending', $6
     FROM held, jsonb_to_recordset($5) AS added (id text, "tokenAddress" text, "fromAddress" text, "toAddress" text,
       "amountMicroUsd" bigint, nonce text, "validBefore" bigint, signature text)
     ON CONFLICT (chain, token, from_address) WHERE status = 'pending' DO NOTHING RETURNING id`,
    [name, holder, chain, token, databaseJson(sweeps), at],
  );
  return rows.map(({ id }) => id);
}
