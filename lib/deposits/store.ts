// SQL: finds deposits through their addresses and journals.

import { query } from "@/lib/db";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { DepositStatus } from "./codes";
import { depositCursor } from "./cursor";
import { CONFIRMING, type DepositFilters, depositList, SEEN_ID } from "./deposit-list";

export interface DepositRow {
  id: string;
  status: DepositStatus;
  chain: string;
  token: string;
  amountMicroUsd: bigint;
  txHash: string;
  /** The number of the transfer within its transaction. */
  ordinal: number;
  fromAddress: string;
  toAddress: string;
  cardId: string | null;
  /** Null when the block is unknown. */
  blockNumber: bigint | null;
  /** The chain's last known head; null before the first poll. */
  headNumber: bigint | null;
  createdAt: Date;
}

/** Lists the deposits that match the filters. */
export async function listDeposits(
  partnerId: string,
  filters: DepositFilters,
  page: PageRequest,
): Promise<Page<DepositRow>> {
  return queryList<DepositRow & { place: number; sort: string }>(
    depositList(partnerId, filters, page),
    page.limit,
    depositCursor,
  );
}

export interface DepositDetailRow extends DepositRow {
  walletTransactionId: string | null;
}

/** The place of a deposit on its chain. */
export type DepositPlace = Pick<DepositRow, "chain" | "txHash" | "ordinal">;

/** Booked deposits: credited to the partner, at once or by a release, or held at an address of the partner. */
const BOOKED = `SELECT d.id, CASE WHEN d.partner_id IS NULL AND r.deposit_id IS NULL THEN 'held' ELSE 'credited' END AS status,
    d.chain, d.token, d.amount_micro_usd AS "amountMicroUsd", d.tx_hash AS "txHash", d.ordinal, d.from_address AS "fromAddress",
    d.to_address AS "toAddress", CASE WHEN r.deposit_id IS NULL THEN d.card_id END AS "cardId",
    d.block_number AS "blockNumber", coalesce(r.created_at, d.created_at) AS "createdAt", c.head_number AS "headNumber",
    w.id AS "walletTransactionId"
  FROM deposits d LEFT JOIN deposit_releases r ON r.deposit_id = d.id
    LEFT JOIN deposit_addresses a ON d.partner_id IS NULL AND lower(a.address) = lower(d.to_address)
    LEFT JOIN ledger.journals j ON j.type = 'deposit' AND j.source_id = d.chain || ':' || d.tx_hash || ':' || d.ordinal
    LEFT JOIN ledger.journals k ON k.type = 'deposit_release' AND k.source_id = r.deposit_id
    LEFT JOIN wallet_transactions w ON w.journal_id = coalesce(k.id, j.id) AND w.partner_id = $1
    LEFT JOIN chain_status c ON c.chain = d.chain
  WHERE coalesce(d.partner_id, a.partner_id) = $1`;

/** Finds a booked deposit. Undefined when the partner has none with this id. */
export async function findDeposit(
  partnerId: string,
  depositId: string,
): Promise<DepositDetailRow | undefined> {
  const rows = await query<DepositDetailRow & Record<string, unknown>>(
    "find_deposit",
    `${BOOKED} AND d.id = $2`,
    [partnerId, depositId],
  );
  return rows[0];
}

/** Finds the partner's deposit at a place, confirming or booked. */
export async function findDepositAt(
  partnerId: string,
  { chain, txHash, ordinal }: DepositPlace,
): Promise<DepositDetailRow | undefined> {
  const rows = await query<DepositDetailRow & Record<string, unknown>>(
    "find_deposit_at",
    `${BOOKED} AND d.chain = $2 AND d.tx_hash = $3 AND d.ordinal = $4
     UNION ALL SELECT ${SEEN_ID}, 'confirming', s.chain, s.token, s.amount_micro_usd, s.tx_hash, s.ordinal, s.from_address, s.to_address,
       s.card_id, s.block_number, s.seen_at, (SELECT head_number FROM chain_status WHERE chain = s.chain), NULL
     FROM ${CONFIRMING} AND s.chain = $2 AND s.tx_hash = $3 AND s.ordinal = $4`,
    [partnerId, chain, txHash, ordinal],
  );
  return rows[0];
}

export interface KnownDeposit {
  id: string;
  ordinal: number;
  token: string;
  amountMicroUsd: bigint;
  fromAddress: string;
  toAddress: string;
  cardId: string | null;
  isHeld: boolean;
  walletTransactionId: string | null;
}

/** Lists the deposits of a transaction that were credited to the partner or are held at one of its addresses. */
export function listDepositsOf(
  partnerId: string,
  chain: string,
  txHash: string,
): Promise<KnownDeposit[]> {
  return query<KnownDeposit & Record<string, unknown>>(
    "list_deposits_of_transaction",
    `SELECT d.id, d.ordinal, d.token, d.amount_micro_usd AS "amountMicroUsd", d.from_address AS "fromAddress",
       d.to_address AS "toAddress", d.card_id AS "cardId", d.partner_id IS NULL AND r.deposit_id IS NULL AS "isHeld",
       w.id AS "walletTransactionId"
     FROM deposits d JOIN deposit_addresses a ON lower(a.address) = lower(d.to_address) AND a.partner_id = $1
       LEFT JOIN ledger.journals j ON j.type = 'deposit'
         AND j.source_id = d.chain || ':' || d.tx_hash || ':' || d.ordinal
       LEFT JOIN deposit_releases r ON r.deposit_id = d.id
       LEFT JOIN ledger.journals k ON k.type = 'deposit_release' AND k.source_id = r.deposit_id
       LEFT JOIN wallet_transactions w ON w.journal_id = coalesce(k.id, j.id) AND w.partner_id = $1
     WHERE d.chain = $2 AND d.tx_hash = $3 AND (d.partner_id = $1 OR d.partner_id IS NULL)
     ORDER BY d.ordinal`,
    [partnerId, chain, txHash],
  );
}
