// SQL: money path: signs payouts only under the lease, with row locks.

import { query } from "@/lib/db";
import { databaseJson } from "@/lib/ledger/rows";
import { REPEATED } from "../restored/sql-store";
import type { Authorization, WaitingPayout } from "./authorization";
import { HELD_TO_SIGN } from "./lease/store";
import type { Lease } from "./lease/take-lease";

const PAYOUT_COLUMNS = `'payout' AS purpose, p.withdrawal_id AS id, p.partner_id AS "partnerId", p.token_address AS "tokenAddress",
  p.from_address AS "fromAddress", p.to_address AS "toAddress", p.amount_micro_usd AS "amountMicroUsd",
  p.authorization_nonce AS nonce, p.valid_before AS "validBefore", p.created_at AS "signedAt", p.signature,
  CASE w.status WHEN 'approved' THEN 'open' WHEN 'completed' THEN 'paid' ELSE 'unpaid' END AS state`;
const SWEEP_COLUMNS = `'sweep' AS purpose, s.id, NULL AS "partnerId", s.token_address AS "tokenAddress",
  s.from_address AS "fromAddress", s.to_address AS "toAddress", s.amount_micro_usd AS "amountMicroUsd",
  s.authorization_nonce AS nonce, s.valid_before AS "validBefore", s.created_at AS "signedAt", s.signature,
  CASE s.status WHEN 'pending' THEN 'open' WHEN 'completed' THEN 'paid' ELSE 'unpaid' END AS state`;

/** Finds the open authorizations, payouts first and the oldest approval first, then the ended ones among `ids`. */
export function findAuthorizations(
  chain: string,
  ids: readonly string[],
): Promise<Authorization[]> {
  return query<Authorization & Record<string, unknown>>(
    "find_authorizations",
    `(SELECT ${PAYOUT_COLUMNS} FROM withdrawals w JOIN payouts p ON p.withdrawal_id = w.id
       WHERE w.status = 'approved' AND p.chain = $1 ORDER BY w.approved_at, w.id)
     UNION ALL (SELECT ${SWEEP_COLUMNS} FROM sweeps s WHERE s.chain = $1 AND s.status = 'pending' ORDER BY s.id)
     UNION ALL (SELECT ${PAYOUT_COLUMNS} FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id
       WHERE p.withdrawal_id = ANY($2) AND p.chain = $1 AND w.status <> 'approved')
     UNION ALL (SELECT ${SWEEP_COLUMNS} FROM sweeps s
       WHERE s.id = ANY($2) AND s.chain = $1 AND s.status <> 'pending')`,
    [chain, ids],
  );
}

/**
 * Lists those of the chains that have something to send or to complete.
 * @param payoutChain the chain that pays withdrawals which are not signed yet
 */
export async function listChainsWithWork(
  chains: readonly string[],
  payoutChain: string,
): Promise<string[]> {
  const rows = await query<{ chain: string }>(
    "list_chains_with_work",
    `SELECT chain FROM unnest($1::text[]) chain
     WHERE EXISTS (SELECT FROM relayer_transactions t WHERE t.chain = chain.chain AND t.status = 'pending')
       OR EXISTS (SELECT FROM sweeps s WHERE s.chain = chain.chain AND s.status = 'pending')
       OR EXISTS (SELECT FROM withdrawals w LEFT JOIN payouts p ON p.withdrawal_id = w.id
         WHERE w.status = 'approved' AND coalesce(p.chain, $2) = chain.chain)`,
    [chains, payoutChain],
  );
  return rows.map(({ chain }) => chain);
}

/** Finds signed payouts that were given up and refunded, newest withdrawals first. */
export function findRefunded(chain: string, limit: number): Promise<Authorization[]> {
  return query<Authorization & Record<string, unknown>>(
    "find_refunded_payouts",
    `SELECT ${PAYOUT_COLUMNS} FROM withdrawals w JOIN payouts p ON p.withdrawal_id = w.id
     WHERE w.status = 'failed' AND p.chain = $1 ORDER BY w.id DESC LIMIT $2`,
    [chain, limit],
  );
}

/**
 * The found payouts `f` that keep a withdrawal `w` from being signed: one that paid it, and one that it repeats.
 * Source: docs/decisions/0110-restored-database.md
 */
const PAID_OR_REPEATED = `f.withdrawal_id = w.id OR (${REPEATED})`;

/** Withdrawals of a suspended partner are held: docs/decisions/0033-suspension.md. */
const UNSIGNED = `withdrawals w JOIN partners o ON o.id = w.partner_id
  WHERE w.status = 'approved' AND o.suspended_at IS NULL AND NOT EXISTS (SELECT FROM payouts p WHERE p.withdrawal_id = w.id)
    AND NOT EXISTS (SELECT FROM found_payouts f WHERE ${PAID_OR_REPEATED})`;

/** Returns the number and the sum of approved withdrawals that wait for a signature. */
export async function sumWaiting(): Promise<{ count: bigint; netMicroUsd: bigint }> {
  const [row] = await query<{ count: bigint; netMicroUsd: bigint }>(
    "sum_waiting_payouts",
    `SELECT count(*) AS count, coalesce(sum(w.amount_micro_usd - w.fee_micro_usd), 0)::bigint AS "netMicroUsd"
     FROM ${UNSIGNED}`,
    [],
  );
  return row ?? { count: 0n, netMicroUsd: 0n };
}

interface WaitingFilter {
  /** The maximum amount of each withdrawal. */
  atMostMicroUsd: bigint;
  except: readonly string[];
  /** Those that come after all others, in this order. */
  last: readonly string[];
  limit: number;
}

/** Finds approved withdrawals without a signature, oldest approval first. */
export function findWaiting({
  atMostMicroUsd,
  except,
  last,
  limit,
}: WaitingFilter): Promise<WaitingPayout[]> {
  return query<WaitingPayout & Record<string, unknown>>(
    "find_waiting_payouts",
    `SELECT w.id AS "withdrawalId", w.partner_id AS "partnerId", lower(w.to_address) AS "toAddress",
       w.amount_micro_usd - w.fee_micro_usd AS "netMicroUsd",
       CASE WHEN w.amount_micro_usd > o.second_approval_above_micro_usd THEN 2 ELSE 1 END AS "approvalsNeeded"
     FROM ${UNSIGNED} AND w.amount_micro_usd - w.fee_micro_usd <= $1 AND w.id <> ALL($2)
     ORDER BY coalesce(array_position($4::text[], w.id), 0), w.approved_at, w.id LIMIT $3`,
    [atMostMicroUsd, except, limit, last],
  );
}

/** Whether the withdrawal still waits for a signature. */
export async function isWaiting(withdrawalId: string): Promise<boolean> {
  const rows = await query("is_waiting_payout", `SELECT FROM ${UNSIGNED} AND w.id = $1`, [
    withdrawalId,
  ]);
  return rows.length > 0;
}

/**
 * Stores signed payouts and returns the ids of their withdrawals. Stores none without the lease or in restore mode, none for a withdrawal
 * that was given up or whose partner was suspended meanwhile, and never two for one withdrawal. The signing changes the
 * withdrawal's version, so concurrent decisions on the withdrawal become stale.
 */
export async function insertPayouts(
  { name, holder }: Lease,
  chain: string,
  payouts: readonly Authorization[],
  at: Date,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "insert_payouts",
    `WITH ${HELD_TO_SIGN},
     added AS (SELECT * FROM jsonb_to_recordset($4) AS added (id text, "partnerId" text, "tokenAddress" text,
       "fromAddress" text, "toAddress" text, "amountMicroUsd" bigint, nonce text, "validBefore" bigint, signature text)),
     payable AS (SELECT w.id FROM held, withdrawals w JOIN partners o ON o.id = w.partner_id
       WHERE w.id IN (SELECT id FROM added) AND w.status = 'approved' AND o.suspended_at IS NULL
         AND NOT EXISTS (SELECT FROM found_payouts f WHERE ${PAID_OR_REPEATED})
       ORDER BY w.id FOR NO KEY UPDATE OF w FOR SHARE OF o),
     begun AS (UPDATE withdrawals w SET version = w.version + 1 FROM payable WHERE w.id = payable.id RETURNING w.id)
     INSERT INTO payouts (withdrawal_id, partner_id, chain, token_address, from_address, to_address, amount_micro_usd,
       authorization_nonce, valid_before, signature, created_at)
     SELECT id, "partnerId", $3, "tokenAddress", "fromAddress", "toAddress", "amountMicroUsd", nonce, "validBefore",
       signature, $5
     FROM begun JOIN added USING (id)
     ON CONFLICT (withdrawal_id) DO NOTHING RETURNING withdrawal_id AS id`,
    [name, holder, chain, databaseJson(payouts), at],
  );
  return rows.map(({ id }) => id);
}

/** Ends a pending sweep: completed by a transaction, or expired with its tokens still at the deposit address. */
export async function endSweep(sweepId: string, txHash: string | null, at: Date): Promise<void> {
  await query(
    "end_sweep",
    `UPDATE sweeps SET status = CASE WHEN $2::text IS NULL THEN 'expired' ELSE 'completed' END, tx_hash = $2,
       completed_at = $3 WHERE id = $1 AND status = 'pending'`,
    [sweepId, txHash, at],
  );
}
