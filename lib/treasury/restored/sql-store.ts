// SQL: money path: finds payouts that no row signed, under locks of their withdrawals; takes numbers of a sequence.

import type { ChainAddress, TokenName } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { change, query } from "@/lib/db";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";

/** A time in which the database was, or may have been, an earlier copy. */
export interface Restore {
  id: string;
  startedAt: Date;
  /** The administrator who declared it; null: the service noticed it. */
  startedBy: string | null;
  reason: string;
  /** The indexes of deposit addresses that are never given out. */
  depositIndexFrom: bigint;
  depositIndexTo: bigint;
}

const RESTORE_COLUMNS = `r.id, r.started_at AS "startedAt", r.started_by AS "startedBy", r.reason,
  r.deposit_index_from AS "depositIndexFrom", r.deposit_index_to AS "depositIndexTo"`;

/** Finds the restore that has not been ended. */
export async function findOpenRestore(): Promise<Restore | undefined> {
  const [row] = await query<Restore & Record<string, unknown>>(
    "find_open_restore",
    `SELECT ${RESTORE_COLUMNS} FROM restores r WHERE r.ended_at IS NULL`,
    [],
  );
  return row;
}

interface NewRestore extends Pick<Restore, "id" | "startedAt" | "startedBy" | "reason"> {
  /** How many indexes of deposit addresses are skipped where many were given out: public.skip_deposit_indexes. */
  margin: number;
}

/**
 * Begins a restore: takes the next indexes of deposit addresses, so that nobody gets one that the lost database may have
 * given out, and notes how far the chains were read. A restore that the service noticed does nothing while one is open, and
 * is then undefined. One that a person declared ends the open one, because that may be part of the copy: it then knows
 * nothing of what was lost since, and its blocks stay those from which payouts are looked for.
 */
export async function insertRestore(restore: NewRestore): Promise<Restore | undefined> {
  const { id, startedAt, startedBy, reason, margin } = restore;
  const [row] = await change<Restore & Record<string, unknown>>(
    "insert_restore",
    `WITH ended AS (UPDATE restores SET ended_at = $2, ended_by = $3 WHERE ended_at IS NULL AND $3::text IS NOT NULL
       RETURNING chain_cursors),
     free AS (SELECT WHERE EXISTS (SELECT FROM ended) OR NOT EXISTS (SELECT FROM restores WHERE ended_at IS NULL)),
     taken AS MATERIALIZED (SELECT s.first_index, s.last_index FROM free CROSS JOIN LATERAL skip_deposit_indexes($5::int) s)
     INSERT INTO restores AS r (id, started_at, started_by, reason, chain_cursors, deposit_index_from, deposit_index_to)
     SELECT $1, $2, $3, $4, (SELECT coalesce(jsonb_object_agg(chain, block_number), '{}') FROM chain_cursors)
         || coalesce((SELECT chain_cursors FROM ended), '{}'),
       taken.first_index, taken.last_index FROM free, taken
     ON CONFLICT DO NOTHING RETURNING ${RESTORE_COLUMNS}`,
    [id, startedAt, startedBy, reason, margin],
    (rows) => rows.length > 0,
  );
  return row;
}

/** Ends a restore. Returns false when it has ended already. */
export async function closeRestore(id: string, endedBy: string, at: Date): Promise<boolean> {
  const rows = await change(
    "close_restore",
    "UPDATE restores SET ended_at = $1, ended_by = $2 WHERE id = $3 AND ended_at IS NULL RETURNING id",
    [at, endedBy, id],
    (ended) => ended.length > 0,
  );
  return rows.length > 0;
}

/** Returns the last block up to which a treasury's authorizations were compared; undefined before the first time. */
export async function findScan(chain: string, treasury: string): Promise<bigint | undefined> {
  const [row] = await query<{ blockNumber: bigint }>(
    "find_payout_scan",
    `SELECT block_number AS "blockNumber" FROM payout_scans WHERE chain = $1 AND treasury = $2`,
    [chain, treasury],
  );
  return row?.blockNumber;
}

/** Moves that block forward, never back. */
export async function moveScan(chain: string, treasury: string, block: bigint): Promise<void> {
  await query(
    "move_payout_scan",
    `INSERT INTO payout_scans AS s (chain, treasury, block_number) VALUES ($1, $2, $3)
     ON CONFLICT (chain, treasury) DO UPDATE SET block_number = excluded.block_number
       WHERE s.block_number < excluded.block_number`,
    [chain, treasury, block],
  );
}

/**
 * Returns the block after which a treasury without a scan is read: the one up to which deposits were read, at the
 * beginning of the open restore if there is one. Undefined when no deposits were ever read on the chain.
 */
export async function findScanStart(chain: string): Promise<bigint | undefined> {
  const [row] = await query<{ block: bigint | null }>(
    "find_payout_scan_start",
    `SELECT least((SELECT (r.chain_cursors ->> $1::text)::bigint FROM restores r WHERE r.ended_at IS NULL),
       (SELECT block_number FROM chain_cursors WHERE chain = $1)) AS block`,
    [chain],
  );
  return row?.block ?? undefined;
}

/** Returns the last block whose deposits are credited; undefined before the first one. */
export async function findDepositCursor(chain: string): Promise<bigint | undefined> {
  const [row] = await query<{ block: bigint }>(
    "find_deposit_cursor",
    "SELECT block_number AS block FROM chain_cursors WHERE chain = $1",
    [chain],
  );
  return row?.block;
}

/**
 * Returns how many transactions of a relayer the database knows: those stored, and those that a worker saw confirmed.
 * Undefined when it knows none.
 */
export async function findKnownNonce(chain: string, relayer: string): Promise<bigint | undefined> {
  const [row] = await query<{ nonce: bigint | null }>(
    "find_known_relayer_nonce",
    `SELECT max(known.nonce) AS nonce FROM (
       SELECT n.nonce FROM relayer_nonces n WHERE n.chain = $1 AND n.relayer_address = $2
       UNION ALL SELECT newest.nonce + 1 FROM (VALUES ('pending'), ('mined'), ('reverted')) s (status)
         CROSS JOIN LATERAL (SELECT t.nonce FROM relayer_transactions t
           WHERE t.chain = $1 AND t.status = s.status AND lower(t.relayer_address) = $2
           ORDER BY t.nonce DESC LIMIT 1) newest) known`,
    [chain, relayer],
  );
  return row?.nonce ?? undefined;
}

export async function moveKnownNonce(chain: string, relayer: string, nonce: bigint): Promise<void> {
  await query(
    "move_known_relayer_nonce",
    `INSERT INTO relayer_nonces AS n (chain, relayer_address, nonce) VALUES ($1, $2, $3)
     ON CONFLICT (chain, relayer_address) DO UPDATE SET nonce = excluded.nonce WHERE n.nonce < excluded.nonce`,
    [chain, relayer, nonce],
  );
}

/** Returns those of the nonces that payouts, sweeps or found payouts of the chain have. */
export async function findKnownAuthorizations(
  chain: string,
  nonces: readonly Hex[],
): Promise<Set<string>> {
  const rows = await query<{ nonce: string }>(
    "find_known_authorizations",
    `SELECT authorization_nonce AS nonce FROM payouts WHERE chain = $1 AND authorization_nonce = ANY($2)
     UNION ALL SELECT authorization_nonce FROM sweeps WHERE chain = $1 AND authorization_nonce = ANY($2)
     UNION ALL SELECT authorization_nonce FROM found_payouts WHERE chain = $1 AND authorization_nonce = ANY($2)`,
    [chain, nonces],
  );
  return new Set(rows.map(({ nonce }) => nonce));
}

/** The condition that a withdrawal `w` pays a net amount to an address in lower case. The ends of the address are in an index. */
const equalPayment = (toAddress: string, netMicroUsd: string) =>
  `lower(left(w.to_address, 6)) = left(${toAddress}, 6) AND lower(right(w.to_address, 4)) = right(${toAddress}, 4)
       AND lower(w.to_address) = ${toAddress} AND w.amount_micro_usd - w.fee_micro_usd = ${netMicroUsd}`;

/** Lists the ids of unsigned withdrawals of this net amount to this address, in any status. */
export async function listUnsignedWithdrawals(
  toAddress: string,
  netMicroUsd: bigint,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "list_unsigned_withdrawals",
    `SELECT w.id FROM withdrawals w
     WHERE ${equalPayment("$1", "$2")} AND NOT EXISTS (SELECT FROM payouts p WHERE p.withdrawal_id = w.id)`,
    [toAddress, netMicroUsd],
  );
  return rows.map(({ id }) => id);
}

/** A transfer out of a treasury that no row signed. Addresses and hashes are in lower case. */
export interface FoundPayout {
  chain: string;
  token: TokenName;
  tokenAddress: ChainAddress;
  fromAddress: ChainAddress;
  toAddress: ChainAddress;
  amountMicroUsd: bigint;
  authorizationNonce: Hex;
  txHash: Hex;
  blockNumber: bigint;
  /** The withdrawal whose authorization it is; null: the database has none. */
  withdrawalId: string | null;
}

/**
 * Stores a found payout. The lock makes a decision about the withdrawal come before, or see the payout and be refused.
 * It counts as found after every approval of an equal withdrawal that is there already: the clock of the process that approved may be
 * ahead of this one's, and its approver did not see the payout.
 * Returns whether it was not stored before.
 */
export async function insertFoundPayout(found: FoundPayout, at: Date): Promise<boolean> {
  const rows = await query(
    "insert_found_payout",
    `WITH paid AS (SELECT w.id, w.partner_id FROM withdrawals w WHERE w.id = $10 FOR NO KEY UPDATE)
     INSERT INTO found_payouts (chain, token, token_address, from_address, to_address, amount_micro_usd,
       authorization_nonce, tx_hash, block_number, withdrawal_id, partner_id, found_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, (SELECT id FROM paid), (SELECT partner_id FROM paid),
       greatest($11::timestamptz, (SELECT max(w.approved_at) FROM withdrawals w WHERE ${equalPayment("$5", "$6")}))
     ON CONFLICT DO NOTHING RETURNING chain`,
    [
      ...[found.chain, found.token, found.tokenAddress, found.fromAddress, found.toAddress],
      ...[found.amountMicroUsd, found.authorizationNonce, found.txHash, found.blockNumber],
      ...[found.withdrawalId, at],
    ],
  );
  return rows.length > 0;
}

/** A found payout whose withdrawal the books do not have as completed yet. */
export interface UnbookedWithdrawal {
  withdrawalId: string;
  partnerId: string;
  status: Extract<WithdrawalStatus, "pending" | "approved">;
  chain: string;
  txHash: Hex;
}

/** Lists the found payouts of withdrawals that are still pending or approved. */
export function listUnbookedWithdrawals(): Promise<UnbookedWithdrawal[]> {
  return query<UnbookedWithdrawal & Record<string, unknown>>(
    "list_unbooked_withdrawals",
    `SELECT w.id AS "withdrawalId", w.partner_id AS "partnerId", w.status, f.chain, f.tx_hash AS "txHash"
     FROM found_payouts f JOIN withdrawals w ON w.id = f.withdrawal_id
     WHERE w.status IN ('pending', 'approved') ORDER BY w.id`,
    [],
  );
}

/**
 * The found payouts `f` without a withdrawal that an approved withdrawal `w` repeats: of the same amount to the same
 * address, and found after the approval, so its approvers did not see it.
 */
export const REPEATED = `f.withdrawal_id IS NULL AND f.to_address = lower(w.to_address)
  AND f.amount_micro_usd = w.amount_micro_usd - w.fee_micro_usd AND f.found_at >= w.approved_at`;

/** A withdrawal that is approved and repeats a payment that its approvers did not see. */
export interface RepeatedWithdrawal {
  withdrawalId: string;
  txHash: Hex;
}

/** Lists the approved withdrawals that are not signed because they repeat a found payout without a withdrawal. */
export function listRepeatedWithdrawals(): Promise<RepeatedWithdrawal[]> {
  return query<RepeatedWithdrawal & Record<string, unknown>>(
    "list_repeated_withdrawals",
    `SELECT w.id AS "withdrawalId", min(f.tx_hash) AS "txHash" FROM withdrawals w
       JOIN found_payouts f ON ${REPEATED}
     WHERE w.status = 'approved' AND NOT EXISTS (SELECT FROM payouts p WHERE p.withdrawal_id = w.id)
     GROUP BY w.id ORDER BY w.id`,
    [],
  );
}
