// SQL: hot list of deposits, with the transfers that are not confirmed yet.

import { query } from "@/lib/db";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { DepositStatus } from "./codes";
import { BOOKED_PLACE, CONFIRMING_PLACE, depositCursor } from "./cursor";

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

/** Transfers that were seen on the chain and are not booked yet. */
const CONFIRMING = `FROM seen_transfers s WHERE s.partner_id = $1 AND NOT EXISTS (SELECT FROM deposits d
  WHERE d.chain = s.chain AND d.tx_hash = s.tx_hash AND d.ordinal = s.ordinal)`;

/**
 * Deposits in suspense whose address belongs to a terminated card of the partner. All partners together have few of
 * them.
 */
const HELD = `FROM deposits d JOIN deposit_addresses a ON lower(a.address) = lower(d.to_address)
  WHERE d.partner_id IS NULL AND a.partner_id = $1
    AND NOT EXISTS (SELECT FROM deposit_releases r WHERE r.deposit_id = d.id)`;

/** What orders the seen transfers: the time, and the place on the chain within one millisecond. */
const SEEN_SORT = `to_char(s.seen_at, 'YYYYMMDDHH24MISSMS') || s.tx_hash || s.ordinal`;

/** The id of a seen transfer until it is booked. */
const SEEN_ID = `s.chain || ':' || s.tx_hash || ':' || s.ordinal`;

/**
 * SQL that restricts the branches of `listDeposits` to the rows after the cursor `$5`. `$5` is the part of the cursor
 * that orders the rows of its place.
 */
function afterCursor(cursor: string | undefined) {
  const [place, sort] = cursor?.split(":") ?? [];
  if (place === CONFIRMING_PLACE)
    return { name: "_after_confirming", confirming: `AND ${SEEN_SORT} < $5`, booked: "", sort };
  if (place === BOOKED_PLACE)
    return { name: "_after_booked", confirming: "AND false", booked: "AND d.id < $5", sort };
  return { name: "", confirming: "", booked: "", sort };
}

/**
 * Lists confirming deposits, last seen first, then held and credited ones, newest first. With a status, the query skips
 * the branches of the other statuses.
 */
export async function listDeposits(
  partnerId: string,
  { skip, limit, cursor }: PageRequest,
  status?: DepositStatus,
): Promise<Page<DepositRow>> {
  const is = (each: DepositStatus) => `($4::text IS NULL OR $4 = '${each}')`;
  const count = (from: string) => `(SELECT count(*) ${from})`;
  const after = afterCursor(cursor);
  const statement = {
    name: `list_deposits${after.name}`,
    text: `SELECT counted.total, page.*, c.head_number AS "headNumber" FROM
       (SELECT ${count(`FROM deposits WHERE partner_id = $1 AND ${is("credited")}`)}
         + ${count(`FROM deposit_releases WHERE partner_id = $1 AND ${is("credited")}`)}
         + ${count(`${HELD} AND ${is("held")}`)} + ${count(`${CONFIRMING} AND ${is("confirming")}`)} AS total) counted
       LEFT JOIN LATERAL (SELECT * FROM (
           SELECT ${CONFIRMING_PLACE} AS place, ${SEEN_SORT} AS sort,
             ${SEEN_ID} AS id, 'confirming' AS status, s.chain, s.token,
             s.amount_micro_usd AS "amountMicroUsd", s.tx_hash AS "txHash", s.ordinal, s.from_address AS "fromAddress",
             s.to_address AS "toAddress", s.card_id AS "cardId", s.block_number AS "blockNumber",
             s.seen_at AS "createdAt" ${CONFIRMING} AND ${is("confirming")} ${after.confirming}
           UNION ALL (SELECT ${BOOKED_PLACE}, d.id, d.id, 'held', d.chain, d.token, d.amount_micro_usd, d.tx_hash, d.ordinal, d.from_address,
             d.to_address, d.card_id, d.block_number, d.created_at ${HELD} AND ${is("held")} ${after.booked}
             ORDER BY d.id DESC LIMIT $2::bigint + $3::bigint)
           UNION ALL (SELECT ${BOOKED_PLACE}, d.id, d.id, 'credited', d.chain, d.token, d.amount_micro_usd, d.tx_hash, d.ordinal, d.from_address,
             d.to_address, d.card_id, d.block_number, d.created_at
             FROM deposits d WHERE d.partner_id = $1 AND ${is("credited")} ${after.booked} ORDER BY d.id DESC LIMIT $2::bigint + $3::bigint)
           UNION ALL (SELECT ${BOOKED_PLACE}, d.id, d.id, 'credited', d.chain, d.token, d.amount_micro_usd, d.tx_hash, d.ordinal, d.from_address,
             d.to_address, NULL, d.block_number, r.created_at
             FROM deposit_releases r JOIN deposits d ON d.id = r.deposit_id
             WHERE r.partner_id = $1 AND ${is("credited")} ${after.booked} ORDER BY r.deposit_id DESC LIMIT $2::bigint + $3::bigint)) listed
         ORDER BY place, sort DESC OFFSET $2 LIMIT $3) page ON true
       LEFT JOIN chain_status c ON c.chain = page.chain
     ORDER BY page.place, page.sort DESC`,
    values: [
      partnerId,
      skip,
      limit + 1,
      status ?? null,
      ...(after.sort === undefined ? [] : [after.sort]),
    ],
  };
  return queryList<DepositRow & { place: number; sort: string }>(statement, limit, depositCursor);
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
     ${CONFIRMING} AND s.chain = $2 AND s.tx_hash = $3 AND s.ordinal = $4`,
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
