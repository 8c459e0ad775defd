// SQL: money path: writes transactions only under the lease.

import { query } from "@/lib/db";
import { databaseJson } from "@/lib/ledger/rows";
import { HELD_LEASE, HELD_TO_SIGN } from "../lease/store";
import type { Lease } from "../lease/take-lease";
import type { RelayerTransaction } from "../slot";

const COLUMNS = `t.id, t.relayer_address AS "relayerAddress", t.nonce, t.purpose, t.purpose_id AS "purposeId", t.hash, t.raw,
  t.max_fee_per_gas_wei AS "maxFeePerGasWei", t.max_priority_fee_per_gas_wei AS "maxPriorityFeePerGasWei",
  t.broadcast_at AS "broadcastAt"`;

type Row = Omit<RelayerTransaction, "maxFeePerGasWei" | "maxPriorityFeePerGasWei"> & {
  maxFeePerGasWei: string;
  maxPriorityFeePerGasWei: string;
};

/** Finds pending transactions, by nonce, and for one nonce the oldest first. */
export async function findPendingTransactions(chain: string): Promise<RelayerTransaction[]> {
  const rows = await query<Row>(
    "find_pending_transactions",
    `SELECT ${COLUMNS} FROM relayer_transactions t
     WHERE t.chain = $1 AND t.status = 'pending' ORDER BY t.nonce, t.id`,
    [chain],
  );
  return rows.map((row) => ({
    ...row,
    maxFeePerGasWei: BigInt(row.maxFeePerGasWei),
    maxPriorityFeePerGasWei: BigInt(row.maxPriorityFeePerGasWei),
  }));
}

/** Lists the highest nonce of each relayer whose transaction was recorded as mined at `since` or later. */
export function listLastMined(
  chain: string,
  since: Date,
): Promise<{ relayerAddress: string; nonce: bigint }[]> {
  return query(
    "list_last_mined",
    `SELECT DISTINCT ON (relayer_address) relayer_address AS "relayerAddress", nonce FROM relayer_transactions
     WHERE chain = $1 AND status = 'mined' AND settled_at >= $2 ORDER BY relayer_address, nonce DESC`,
    [chain, since],
  );
}

/**
 * Stores signed transactions and settles those that they supersede because their nonces were used otherwise, in one
 * statement. Returns the number stored: all, or none without the lease or in restore mode. One that was settled before is
 * pending again: after a reorganization, a key that signs deterministically makes the same replacement.
 */
export async function insertTransactions(
  { name, holder }: Lease,
  chain: string,
  transactions: readonly RelayerTransaction[],
  supersededIds: readonly string[],
  at: Date,
): Promise<number> {
  const rows = await query(
    "insert_relayer_transactions",
    `WITH ${HELD_TO_SIGN},
     dead AS (UPDATE relayer_transactions SET status = 'superseded', settled_at = $6
       WHERE id = ANY($5) AND status = 'pending' AND EXISTS (SELECT FROM held))
     INSERT INTO relayer_transactions (id, chain, relayer_address, nonce, purpose, purpose_id, hash, raw, max_fee_per_gas_wei,
       max_priority_fee_per_gas_wei, status, created_at)
     SELECT id, $3, "relayerAddress", nonce, purpose, "purposeId", hash, raw, "maxFeePerGasWei",
       "maxPriorityFeePerGasWei", 'pending', $6
     FROM held, jsonb_to_recordset($4) AS added (id text, "relayerAddress" text, nonce bigint, purpose text, "purposeId" text,
       hash text, raw text, "maxFeePerGasWei" numeric, "maxPriorityFeePerGasWei" numeric)
     ON CONFLICT (hash) DO UPDATE SET status = 'pending', block_number = NULL, settled_at = NULL, broadcast_at = NULL
     RETURNING id`,
    [name, holder, chain, databaseJson(transactions), supersededIds, at],
  );
  return rows.length;
}

/** Records the chain's time at which transactions were first sent. */
export async function recordBroadcast(ids: readonly string[], chainTime: Date): Promise<void> {
  await query(
    "record_broadcast",
    "UPDATE relayer_transactions SET broadcast_at = $2 WHERE id = ANY($1) AND broadcast_at IS NULL",
    [ids, chainTime],
  );
}

export interface SettledTransaction {
  id: string;
  status: "mined" | "reverted" | "superseded";
  blockNumber: bigint | null;
}

export async function settleTransactions(
  { name, holder }: Lease,
  settled: readonly SettledTransaction[],
  at: Date,
): Promise<void> {
  await query(
    "settle_relayer_transactions",
    `WITH ${HELD_LEASE}
     UPDATE relayer_transactions t SET status = s.status, block_number = s."blockNumber", settled_at = $4
     FROM held, jsonb_to_recordset($3) AS s (id text, status text, "blockNumber" bigint)
     WHERE t.id = s.id AND t.status = 'pending'`,
    [name, holder, databaseJson(settled), at],
  );
}

/** Makes the transactions with these nonces pending again after a reorganization. Returns their number. */
export async function reviveTransactions(
  { name, holder }: Lease,
  chain: string,
  relayerAddress: string,
  fromNonce: bigint,
): Promise<number> {
  const rows = await query(
    "revive_relayer_transactions",
    `WITH ${HELD_LEASE}
     UPDATE relayer_transactions t SET status = 'pending', block_number = NULL, settled_at = NULL
     FROM held WHERE t.chain = $3 AND t.relayer_address = $4 AND t.nonce >= $5 AND t.status IN ('mined', 'reverted')
     RETURNING t.id`,
    [name, holder, chain, relayerAddress, fromNonce],
  );
  return rows.length;
}
