// SQL: money path: owners and deposits of a whole block range in one statement.

import type { AlertKind } from "@/lib/alerts/catalogue";
import { CAUSE_LASTS } from "@/lib/alerts/sql-store";
import { findCardState } from "@/lib/cards/store";
import type { TokenName } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import type { Owner } from "./owner";

/** Finds the owners of deposit addresses. Keys are in lower case, as in the nodes' responses. */
export async function findOwners(addresses: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await query<Owner & Record<string, unknown> & { isShort: boolean }>(
    "find_deposit_owners",
    `SELECT a.address, a.partner_id AS "partnerId",
       CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'userId', c.user_id, 'version', c.version,
         'status', c.status, 'last4', c.last4, 'isUserDeleted', u.deleted_at IS NOT NULL) END AS card,
       c.shortfall_since IS NOT NULL AS "isShort"
     FROM deposit_addresses a LEFT JOIN cards c ON c.id = a.card_id LEFT JOIN users u ON u.id = c.user_id
     WHERE lower(a.address) = ANY($1)`,
    [[...new Set(addresses)]],
  );
  for (const { isShort, partnerId, card } of rows)
    if (isShort && card) card.shortfall = await findCardState(partnerId, card.id);
  return new Map(rows.map(({ isShort: _, ...row }) => [row.address.toLowerCase(), row]));
}

/** A transfer that is stored as a deposit. */
export interface CreditedTransfer {
  /** The id of the deposit. */
  id: string;
  /** Null while the deposit is in suspense. */
  partnerId: string | null;
  cardId: string | null;
  txHash: Hex;
  ordinal: number;
  token: TokenName;
  amountMicroUsd: bigint;
  toAddress: string;
  blockNumber: bigint | null;
}

const CREDITED = `d.id, d.partner_id AS "partnerId", d.card_id AS "cardId", d.tx_hash AS "txHash", d.ordinal, d.token,
  d.amount_micro_usd AS "amountMicroUsd", d.to_address AS "toAddress", d.block_number AS "blockNumber"`;

type Row = CreditedTransfer & Record<string, unknown>;

/** Lists the deposits of these transactions. */
export async function listCredited(
  chain: string,
  txHashes: readonly string[],
): Promise<CreditedTransfer[]> {
  if (txHashes.length === 0) return [];
  return query<Row>(
    "list_credited_transfers",
    `SELECT ${CREDITED} FROM deposits d WHERE d.chain = $1 AND d.tx_hash = ANY($2)`,
    [chain, [...new Set(txHashes)]],
  );
}

/** Lists the deposits of a block range, first and last block included. */
export function listCreditedIn(
  chain: string,
  { from, to }: { from: bigint; to: bigint },
): Promise<CreditedTransfer[]> {
  return query<Row>(
    "list_credited_in_blocks",
    `SELECT ${CREDITED} FROM deposits d WHERE d.chain = $1 AND d.block_number BETWEEN $2 AND $3`,
    [chain, from, to],
  );
}

/**
 * Lists deposits of a chain with an open alert of this kind. The order is random, so that each is checked at some time
 * even when there are more than `limit`.
 */
export function listAlerted(
  chain: string,
  kind: AlertKind,
  limit: number,
): Promise<CreditedTransfer[]> {
  return query<Row>(
    "list_alerted_deposits",
    `SELECT ${CREDITED} FROM alerts a JOIN deposits d ON d.id = a.subject
     WHERE a.kind = $2 AND a.closed_at IS NULL AND d.chain = $1 ORDER BY random() LIMIT $3`,
    [chain, kind, limit],
  );
}

/**
 * Lists the deposits of a chain whose transfers came back after a removal since an instant of the service's clock, the last ones
 * first. Compared by the clock of the database, by which alerts close.
 */
export function listReturned(
  chain: string,
  since: Date,
  limit: number,
): Promise<CreditedTransfer[]> {
  return query<Row>(
    "list_returned_deposits",
    `SELECT ${CREDITED} FROM deposits d JOIN (
       SELECT subject, max(coalesce(ended_at, closed_at)) AS back_at FROM alerts
       WHERE kind = 'deposit_orphaned' AND coalesce(ended_at, closed_at) >= ${instantAfter("$2")} AND NOT ${CAUSE_LASTS}
       GROUP BY subject) a ON a.subject = d.id
     WHERE d.chain = $1 ORDER BY a.back_at DESC LIMIT $3`,
    [chain, msUntil(since), limit],
  );
}
