// SQL: money path: moves the cursor of a chain only from the state that was read.

import { query } from "@/lib/db";
import type { Transfer } from "@/lib/deposits/credit/transfer";
import type { Cursor } from "./cursor";

export async function findCursor(chain: string): Promise<Cursor | undefined> {
  const rows = await query<Cursor & Record<string, unknown>>(
    "find_chain_cursor",
    `SELECT chain, block_number AS "blockNumber", block_hash AS "blockHash", version FROM chain_cursors WHERE chain = $1`,
    [chain],
  );
  return rows[0];
}

/** Does nothing when the chain already has a cursor. */
export async function insertCursor({ chain, blockNumber, blockHash }: Cursor): Promise<void> {
  await query(
    "insert_chain_cursor",
    `INSERT INTO chain_cursors (chain, block_number, block_hash, version) VALUES ($1, $2, $3, 1) ON CONFLICT DO NOTHING`,
    [chain, blockNumber, blockHash],
  );
}

/** Returns when the first deposit address was created; undefined while there is none. */
export async function findFirstAddressAt(): Promise<Date | undefined> {
  const rows = await query<{ createdAt: Date | null }>(
    "find_first_address_at",
    // Addresses may be created in another order than their indexes, but only shortly apart.
    `SELECT min(created_at) AS "createdAt" FROM (
       SELECT created_at FROM deposit_addresses ORDER BY derivation_index LIMIT 1000) a`,
    [],
  );
  return rows[0]?.createdAt ?? undefined;
}

/** Lists all addresses in lower case; undefined when there are more than `atMost`. */
export async function listAddresses(atMost: number): Promise<`0x${string}`[] | undefined> {
  const rows = await query<{ address: `0x${string}` }>(
    "list_deposit_addresses",
    "SELECT lower(address) AS address FROM deposit_addresses ORDER BY derivation_index LIMIT $1",
    [atMost + 1],
  );
  return rows.length > atMost ? undefined : rows.map(({ address }) => address);
}

/** Returns those of the lower-case addresses that are ours. */
export async function filterOurs(addresses: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ address: string }>(
    "filter_our_addresses",
    "SELECT lower(address) AS address FROM deposit_addresses WHERE lower(address) = ANY($1)",
    [addresses],
  );
  return new Set(rows.map(({ address }) => address));
}

export interface SeenTransfer extends Transfer {
  partnerId: string;
  cardId: string | null;
}

/** Replaces the stored transfers of a chain's unconfirmed blocks. */
export async function replaceSeen(
  chain: string,
  seen: readonly SeenTransfer[],
  at: Date,
): Promise<void> {
  const rows = JSON.stringify(
    seen.map((row) => ({
      tx_hash: row.txHash,
      ordinal: row.ordinal,
      token: row.token,
      amount_micro_usd: row.amountMicroUsd.toString(),
      from_address: row.fromAddress,
      to_address: row.toAddress,
      partner_id: row.partnerId,
      card_id: row.cardId,
      block_number: row.blockNumber.toString(),
    })),
  );
  await query(
    "delete_seen_transfers",
    `DELETE FROM seen_transfers s WHERE s.chain = $1 AND NOT EXISTS (
       SELECT FROM jsonb_populate_recordset(NULL::seen_transfers, $2) n
       WHERE (n.tx_hash, n.ordinal, n.token, n.amount_micro_usd, n.to_address, n.block_number)
         = (s.tx_hash, s.ordinal, s.token, s.amount_micro_usd, s.to_address, s.block_number))`,
    [chain, rows],
  );
  if (seen.length === 0) return;
  await query(
    "insert_seen_transfers",
    `INSERT INTO seen_transfers (chain, tx_hash, ordinal, token, amount_micro_usd, from_address, to_address, partner_id,
       card_id, block_number, seen_at)
     SELECT $1, tx_hash, ordinal, token, amount_micro_usd, from_address, to_address, partner_id, card_id, block_number, $3
     FROM jsonb_populate_recordset(NULL::seen_transfers, $2) ON CONFLICT DO NOTHING`,
    [chain, rows, at],
  );
}

/** Records the chain's head and clears its fault. */
export async function recordHead(
  chain: string,
  head: { number: bigint; timestamp: bigint },
  at: Date,
): Promise<void> {
  await query(
    "record_chain_head",
    `INSERT INTO chain_status (chain, head_number, head_at, seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (chain) DO UPDATE SET head_number = excluded.head_number, head_at = excluded.head_at,
       seen_at = excluded.seen_at, fault = NULL, fault_since = NULL`,
    [chain, head.number, new Date(Number(head.timestamp) * 1000), at],
  );
}
