// SQL: money path: the inputs of a decision in one statement; hot lists of cards.

import { type Ask, lookUp, query } from "@/lib/db";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { lookUpWide, queryPage } from "@/lib/ledger";
import type { CardStatus, CardTransactionStatus, CardTransactionType } from "./states";

type FundingType = "float" | "crypto";
type Program = "custodial" | "non_custodial";

export interface CardSummaryRow {
  id: string;
  userId: string;
  cardName: string;
  last4: string;
  status: CardStatus;
  availableMicroUsd: bigint;
  heldMicroUsd: bigint;
  program: Program;
  fundingType: FundingType;
  createdAt: Date;
}

export interface CardRow extends CardSummaryRow {
  partnerId: string;
  currency: string;
  first6: string;
  numberSealed: string;
  cvvSealed: string;
  expirySealed: string;
  depositAddress: string | null;
  billingStreet: string;
  billingCity: string;
  billingState: string;
  billingPostalCode: string;
  billingCountry: string;
}

/** The inputs of a decision about a card. */
export interface CardState {
  id: string;
  userId: string;
  status: CardStatus;
  fundingType: FundingType;
  last4: string;
  version: number;
  /** The reference given when the card was terminated. */
  terminateReference: string | null;
  availableMicroUsd: bigint;
  accountVersion: bigint;
  walletMicroUsd: bigint;
}

export interface CardTransactionRow {
  id: string;
  cardId: string;
  amountMicroUsd: bigint;
  currency: string;
  status: CardTransactionStatus;
  type: CardTransactionType;
  description: string;
  merchantName: string;
  merchantCountry: string;
  declinedReason: string | null;
  createdAt: Date;
}

/** A transaction with its card, for a later settlement, reversal or refund. */
export interface TransactionState extends CardTransactionRow {
  category: string;
  heldMicroUsd: bigint;
  refundedMicroUsd: bigint;
  /** The number of the newest credit of this transaction; 0 when it has none. */
  lastCredit: number;
  version: number;
  card: CardState;
}

/** The columns of a CardSummaryRow except its balances, from a table named `c`. */
export const LISTED_COLUMNS = `c.id, c.user_id AS "userId", c.card_name AS "cardName", c.last4, c.status, c.program,
  c.funding_type AS "fundingType", c.created_at AS "createdAt"`;
/** The balances of a CardSummaryRow, for the card whose id is in the named table. */
export const balancesOf = (card: string) =>
  `(SELECT balance_micro_usd FROM ledger.accounts WHERE id = 'card:' || ${card}.id) AS "availableMicroUsd",
   (SELECT balance_micro_usd FROM ledger.accounts WHERE id = 'hold:' || ${card}.id) AS "heldMicroUsd"`;
const STATE_COLUMNS = `c.id, c.user_id AS "userId", c.status, c.funding_type AS "fundingType", c.last4, c.version, c.terminate_reference AS "terminateReference",
  a.balance_micro_usd AS "availableMicroUsd", a.version AS "accountVersion", w.balance_micro_usd AS "walletMicroUsd"`;
const STATE_ACCOUNTS = `JOIN ledger.accounts a ON a.id = 'card:' || c.id JOIN ledger.accounts w ON w.id = 'wallet:' || c.partner_id`;
/** The columns of a CardTransactionRow, from a table named `t`. */
export const TRANSACTION_COLUMNS = `t.id, t.card_id AS "cardId", t.amount_micro_usd AS "amountMicroUsd", t.currency, t.status, t.type,
  t.description, t.merchant_name AS "merchantName", t.merchant_country AS "merchantCountry",
  t.declined_reason AS "declinedReason", t.created_at AS "createdAt"`;

/** `_rev` has number 1, `_rev2` number 2. Reversals and refunds share one count. */
const LAST_CREDIT = `(SELECT coalesce(max(coalesce(nullif(substring(r.id FROM '_rev(\\d*)$'), ''), '1')::int), 0)
  FROM card_transactions r WHERE r.original_id = t.id AND r.category IN ('reversal', 'refund'))`;

/** Finds the full card, with its secrets still sealed. */
export async function findCard(partnerId: string, cardId: string): Promise<CardRow | undefined> {
  const rows = await lookUpWide<CardRow>(
    "find_card",
    `SELECT ${LISTED_COLUMNS}, ${balancesOf("c")}, c.partner_id AS "partnerId", c.currency, c.first6, c.number_sealed AS "numberSealed",
       c.cvv_sealed AS "cvvSealed", c.expiry_sealed AS "expirySealed", c.deposit_address AS "depositAddress",
       c.billing_street AS "billingStreet", c.billing_city AS "billingCity", c.billing_state AS "billingState",
       c.billing_postal_code AS "billingPostalCode", c.billing_country AS "billingCountry"
     FROM cards c WHERE c.partner_id = $1 AND c.id = $2`,
    [partnerId, cardId],
  );
  return rows[0];
}

/** Finds the state of a card with the balances of the card and the wallet. */
export async function findCardState(
  partnerId: string,
  cardId: string,
  ask: Ask = lookUp,
): Promise<CardState | undefined> {
  const rows = await ask<CardState>(
    "find_card_state",
    `SELECT ${STATE_COLUMNS} FROM cards c ${STATE_ACCOUNTS} WHERE c.partner_id = $1 AND c.id = $2`,
    [partnerId, cardId],
  );
  return rows[0];
}

/** Finds the inputs of an authorization: the card's state as in `findCardState`, with the sealed expiry. */
export async function findCardToAuthorize(
  partnerId: string,
  cardId: string,
): Promise<(CardState & { expirySealed: string }) | undefined> {
  const rows = await lookUp<CardState & { expirySealed: string }>(
    "find_card_to_authorize",
    `SELECT ${STATE_COLUMNS}, c.expiry_sealed AS "expirySealed" FROM cards c ${STATE_ACCOUNTS}
     WHERE c.partner_id = $1 AND c.id = $2`,
    [partnerId, cardId],
  );
  return rows[0];
}

/** Lists a partner's cards, newest first. */
export function listCards(partnerId: string, page: PageRequest): Promise<Page<CardSummaryRow>> {
  return queryPage<CardSummaryRow>({
    name: "list_cards",
    rows: `SELECT ${LISTED_COLUMNS} FROM cards c WHERE c.partner_id = $5 ORDER BY c.id DESC`,
    beside: balancesOf("page"),
    scope: partnerId,
    kind: "cards",
    page,
    values: [partnerId],
  });
}

/** Lists the cards of one user, newest first. Undefined when the user is unknown, deleted or of another partner. */
export async function listCardsOfUser(
  partnerId: string,
  userId: string,
  page: PageRequest,
): Promise<Page<CardSummaryRow> | undefined> {
  const rows = await query<CardSummaryRow & { total: bigint }>(
    "list_cards_of_user",
    `SELECT counted.total, page.* FROM users u
       CROSS JOIN LATERAL (SELECT count(*) AS total FROM cards WHERE user_id = u.id) counted
       LEFT JOIN LATERAL (SELECT ${LISTED_COLUMNS}, ${balancesOf("c")} FROM cards c WHERE c.user_id = u.id
         ORDER BY c.id DESC OFFSET $3 LIMIT $4) page ON true
     WHERE u.partner_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
    [partnerId, userId, page.skip, page.limit],
  );
  const first = rows[0];
  return first && { rows: rows.filter((row) => row.id !== null), total: Number(first.total) };
}

/** Lists a partner's card transactions, newest first. */
export function listCardTransactions(
  partnerId: string,
  page: PageRequest,
): Promise<Page<CardTransactionRow>> {
  return queryPage<CardTransactionRow>({
    name: "list_card_transactions",
    rows: `SELECT ${TRANSACTION_COLUMNS} FROM card_transactions t WHERE t.partner_id = $5 ORDER BY t.created_at DESC, t.id DESC`,
    scope: partnerId,
    kind: "card_transactions",
    page,
    values: [partnerId],
  });
}

/** Lists the transactions of one card. For a card of another partner, the page is empty and its total is 0. */
export function listTransactionsOfCard(
  partnerId: string,
  cardId: string,
  page: PageRequest,
): Promise<Page<CardTransactionRow>> {
  return queryList({
    name: "list_transactions_of_card",
    text: `SELECT counted.total, page.* FROM cards c
       CROSS JOIN LATERAL (SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts
         WHERE scope = c.id AND kind = 'card_transactions') counted
       LEFT JOIN LATERAL (SELECT ${TRANSACTION_COLUMNS} FROM card_transactions t WHERE t.card_id = c.id
         ORDER BY t.created_at DESC, t.id DESC OFFSET $3 LIMIT $4) page ON true
     WHERE c.partner_id = $1 AND c.id = $2`,
    values: [partnerId, cardId, page.skip, page.limit],
  });
}

/** Finds a transaction with the state of its card. */
export async function findTransactionState(
  partnerId: string,
  transactionId: string,
  ask: Ask = lookUp,
): Promise<TransactionState | undefined> {
  const rows = await ask<Omit<TransactionState, "card">>(
    "find_transaction_state",
    `SELECT ${TRANSACTION_COLUMNS}, t.category, t.held_micro_usd AS "heldMicroUsd",
       t.refunded_micro_usd AS "refundedMicroUsd", t.version, ${LAST_CREDIT} AS "lastCredit"
     FROM card_transactions t WHERE t.partner_id = $1 AND t.id = $2`,
    [partnerId, transactionId],
  );
  const transaction = rows[0];
  const card = transaction && (await findCardState(partnerId, transaction.cardId, ask));
  return transaction && card ? { ...transaction, card } : undefined;
}

/** Counts the cards that the partner terminated since an instant. */
export async function countTerminatedSince(
  partnerId: string,
  since: Date,
  ask: Ask,
): Promise<{ count: number; oldest: Date | null }> {
  const rows = await ask<{ count: bigint; oldest: Date | null }>(
    "count_terminated_since",
    "SELECT count(*) AS count, min(terminated_at) AS oldest FROM cards WHERE partner_id = $1 AND terminated_at > $2",
    [partnerId, since],
  );
  return { count: Number(rows[0]?.count ?? 0n), oldest: rows[0]?.oldest ?? null };
}

/** The inputs of Create Card: the user and the wallet balance. */
export interface CardCreationState {
  userId: string;
  firstName: string;
  lastName: string;
  program: Program;
  status: string;
  lastCardCreatedAt: Date | null;
  version: number;
  walletMicroUsd: bigint;
}

/** Finds the user of a new card. Undefined when the user is deleted or of another partner. */
export async function findCardCreationState(
  partnerId: string,
  userId: string,
): Promise<CardCreationState | undefined> {
  const rows = await lookUp<CardCreationState>(
    "find_card_creation_state",
    `SELECT u.id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.program, u.status,
       u.last_card_created_at AS "lastCardCreatedAt", u.version, w.balance_micro_usd AS "walletMicroUsd"
     FROM users u JOIN ledger.accounts w ON w.id = 'wallet:' || u.partner_id
     WHERE u.partner_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
    [partnerId, userId],
  );
  return rows[0];
}
