// SQL: unions of card, wallet and ledger rows with their owners in one statement.

import type { CardStatus, CardTransactionCategory } from "@/lib/cards/states";
import { type CardTransactionRow, TRANSACTION_COLUMNS } from "@/lib/cards/store";
import { query } from "@/lib/db";
import type { StoredWalletTransaction } from "@/lib/wallet/store";
import { WALLET_TRANSACTION_COLUMNS } from "@/lib/wallet/transaction-list";

/** More related transactions than any real event has. */
const MAX_RELATED = 100;

/** The card of a transaction and its user; null where the transaction has none. */
export interface Owner {
  last4: string | null;
  cardStatus: CardStatus | null;
  userId: string | null;
  userName: string | null;
  isUserDeleted: boolean | null;
}

export interface CardTransactionDetail extends CardTransactionRow, Owner {
  category: CardTransactionCategory;
  fxFeeMicroUsd: bigint;
  heldMicroUsd: bigint;
  refundedMicroUsd: bigint;
  originalId: string | null;
  networkTransactionId: string | null;
  reference: string | null;
  merchantCategoryCode: string | null;
  networkReference: string | null;
  authorizationCode: string | null;
  entryMode: string | null;
  merchantCurrency: string | null;
  merchantAmountMinor: bigint | null;
}

export interface WalletTransactionDetail extends StoredWalletTransaction, Owner {
  /** The source of its journal. */
  sourceId: string;
}

export interface RelatedRow {
  id: string;
  kind: "card" | "wallet";
  text: string;
  amountMicroUsd: bigint;
  createdAt: Date;
}

export interface DepositSource {
  id: string;
  chain: string;
  token: string;
  txHash: string;
  fromAddress: string;
  toAddress: string;
}

const DEPOSIT_SOURCE = `d.id, d.chain, d.token, d.tx_hash AS "txHash", d.from_address AS "fromAddress",
  d.to_address AS "toAddress"`;
/** The columns of an Owner, from a card `c` and a user `u`. */
export const OWNER_COLUMNS = `c.last4, c.status AS "cardStatus", u.id AS "userId",
  u.first_name || ' ' || u.last_name AS "userName", u.deleted_at IS NOT NULL AS "isUserDeleted"`;
const NETWORK_COLUMNS = `t.merchant_category_code AS "merchantCategoryCode", t.network_reference AS "networkReference",
  t.authorization_code AS "authorizationCode", t.entry_mode AS "entryMode", t.merchant_currency AS "merchantCurrency",
  t.merchant_amount_minor AS "merchantAmountMinor"`;
/** With the collation of user ids, so that their index can be used: sources have another collation. */
const SOURCE_ID = `j.source_id COLLATE "default"`;
const CARD_LINE = `SELECT t.id, 'card' AS kind, t.description AS text, t.amount_micro_usd AS "amountMicroUsd",
  t.created_at AS "createdAt" FROM card_transactions t WHERE t.partner_id = $1`;
const WALLET_LINE = `SELECT w.id, 'wallet', w.narration, w.amount_micro_usd, w.created_at
  FROM ledger.journals j JOIN wallet_transactions w ON w.journal_id = j.id WHERE w.partner_id = $1`;

/** Reads a card transaction with its card and user. */
export async function findCardTransaction(
  partnerId: string,
  id: string,
): Promise<CardTransactionDetail | undefined> {
  const rows = await query<CardTransactionDetail>(
    "find_card_transaction_detail",
    `SELECT ${TRANSACTION_COLUMNS}, t.category, t.fx_fee_micro_usd AS "fxFeeMicroUsd", t.held_micro_usd AS "heldMicroUsd",
       t.refunded_micro_usd AS "refundedMicroUsd", t.original_id AS "originalId",
       t.network_transaction_id AS "networkTransactionId", t.reference,
       ${NETWORK_COLUMNS}, ${OWNER_COLUMNS}
     FROM card_transactions t JOIN cards c ON c.id = t.card_id JOIN users u ON u.id = c.user_id
     WHERE t.partner_id = $1 AND t.id = $2`,
    [partnerId, id],
  );
  return rows[0];
}

/** Reads a wallet transaction with its card and user, if any; the user of a KYC fee is its source. */
export async function findWalletTransactionDetail(
  partnerId: string,
  id: string,
): Promise<WalletTransactionDetail | undefined> {
  const rows = await query<WalletTransactionDetail>(
    "find_wallet_transaction_detail",
    `SELECT ${WALLET_TRANSACTION_COLUMNS}, j.source_id AS "sourceId", ${OWNER_COLUMNS}
     FROM wallet_transactions t JOIN ledger.journals j ON j.id = t.journal_id
       LEFT JOIN cards c ON c.id = t.card_id
       LEFT JOIN users u ON u.id = coalesce(c.user_id, CASE WHEN t.category = 'kyc_fee' THEN ${SOURCE_ID} END)
     WHERE t.partner_id = $1 AND t.id = $2`,
    [partnerId, id],
  );
  return rows[0];
}

/**
 * Finds the transactions related to a card transaction: its original, its fees and refunds, the others of the same
 * network transaction, and the wallet's side.
 */
export function findRelatedToCard(
  partnerId: string,
  {
    id,
    originalId,
    networkTransactionId,
  }: Pick<CardTransactionDetail, "id" | "originalId" | "networkTransactionId">,
): Promise<RelatedRow[]> {
  return query<RelatedRow & Record<string, unknown>>(
    "find_related_to_card_transaction",
    `${CARD_LINE} AND t.id = $3
     UNION ${CARD_LINE} AND t.original_id = coalesce($3, $2) AND t.id <> $2
     UNION ${CARD_LINE} AND t.network_transaction_id = $4 AND t.id <> $2
     UNION ${WALLET_LINE} AND j.type = ANY('{card_withdrawal,liquidation}') AND j.source_id = $2
     ORDER BY "createdAt", id LIMIT ${MAX_RELATED}`,
    [partnerId, id, originalId, networkTransactionId],
  );
}

/** Finds the transactions related to a wallet transaction: the card's side, and others with the same source. */
export function findRelatedToWallet(
  partnerId: string,
  { id, sourceId }: Pick<WalletTransactionDetail, "id" | "sourceId">,
): Promise<RelatedRow[]> {
  return query<RelatedRow & Record<string, unknown>>(
    "find_related_to_wallet_transaction",
    `${CARD_LINE} AND t.id = $3
     UNION ALL ${WALLET_LINE} AND w.id <> $2 AND j.source_id = $3 AND j.type = ANY(
       '{card_creation_fee,card_funding,funding_fee,withdrawal,withdrawal_refund}')
     ORDER BY "createdAt", id LIMIT ${MAX_RELATED}`,
    [partnerId, id, sourceId],
  );
}

/** Finds a deposit that was held and later credited to the partner's wallet. */
export async function findReleasedDeposit(
  partnerId: string,
  depositId: string,
): Promise<DepositSource | undefined> {
  const rows = await query<DepositSource & Record<string, unknown>>(
    "find_released_deposit",
    `SELECT ${DEPOSIT_SOURCE} FROM deposit_releases r JOIN deposits d ON d.id = r.deposit_id
     WHERE r.partner_id = $1 AND r.deposit_id = $2`,
    [partnerId, depositId],
  );
  return rows[0];
}

/** Finds the deposit of a journal: the source id contains the chain, the transaction and the index in it. */
export async function findDepositOf(
  partnerId: string,
  sourceId: string,
): Promise<DepositSource | undefined> {
  const [chain, txHash, ordinal] = sourceId.split(":");
  const rows = await query<DepositSource & Record<string, unknown>>(
    "find_deposit_of_source",
    `SELECT ${DEPOSIT_SOURCE} FROM deposits d WHERE partner_id = $1 AND chain = $2 AND tx_hash = $3 AND ordinal = $4`,
    [partnerId, chain, txHash, ordinal],
  );
  return rows[0];
}
