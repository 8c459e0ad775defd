// SQL: money path: the inputs of a decision in one statement; hot lists of cards.

import { lookUp, query, type RunQuery } from "@/lib/db";
import { GatheredLookUp } from "@/lib/db/gathered-look-up";
import { lookUpWide } from "@/lib/db/look-up-wide";
import { ofOwner } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { queryPage } from "@/lib/db/query-page";
import { sumOf } from "@/lib/kernel/bigint";
import { cutPage, type Page, type PageRequest } from "@/lib/kernel/page";
import { perProcess } from "@/lib/kernel/per-process";
import type { Charged } from "./movements/added-fee";
import type { IssuerName } from "./network/message";
import type { CardStatus, CardTransactionStatus, CardTransactionType } from "./states";

export type FundingType = "float" | "crypto";
export type Program = "custodial" | "non_custodial";

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
  issuer: IssuerName;
  issuerCardId: string;
  /** Number and CVV are null for a card of a real issuer, which keeps them. */
  numberSealed: string | null;
  cvvSealed: string | null;
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
  /** The card's shortfall, in micro-USD: decision 0063. */
  shortfallMicroUsd: bigint;
  shortfallSince: Date | null;
  shortfallAlertId: string | null;
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

/** A debit of a card as it was posted: an authorization, or an increase of one. */
export interface PostedDebit extends CardTransactionRow {
  category: string;
  heldMicroUsd: bigint;
  refundedMicroUsd: bigint;
  /** The number of the newest credit of this debit; 0 when it has none. */
  lastCredit: number;
  /** Null for purchases of a version that did not store it. */
  merchantCurrency: string | null;
  version: number;
}

/** A transaction with its card: the authorization and its increases, in order. */
export interface TransactionFamily {
  card: CardState;
  debits: readonly PostedDebit[];
}

/** A transaction of a partner, as it was found. */
export interface FoundTransaction extends TransactionFamily, Charged {
  crossBorderFeeBps: number;
  /** Null for a transaction that no message of a network made. */
  networkTransactionId: string | null;
}

/** The columns of a CardSummaryRow except its balances, from a table named `c`. */
export const LISTED_COLUMNS = `c.id, c.user_id AS "userId", c.card_name AS "cardName", c.last4, c.status, c.program,
  c.funding_type AS "fundingType", c.created_at AS "createdAt"`;
/** The balances of a CardSummaryRow, for the card whose id is in the named table. */
export const balancesOf = (card: string) =>
  `(SELECT balance_micro_usd FROM ledger.accounts WHERE id = 'card:' || ${card}.id) AS "availableMicroUsd",
   (SELECT balance_micro_usd FROM ledger.accounts WHERE id = 'hold:' || ${card}.id) AS "heldMicroUsd"`;
/** The shortfall of the card in a table named `c`. Cards without one, nearly all, need no further look. */
const SHORTFALL_COLUMNS = `c.shortfall_since AS "shortfallSince",
  CASE WHEN c.shortfall_since IS NULL THEN 0 ELSE
    (SELECT -balance_micro_usd FROM ledger.accounts WHERE id = 'card_shortfall:' || c.id) END AS "shortfallMicroUsd",
  CASE WHEN c.shortfall_since IS NOT NULL THEN (SELECT id FROM alerts
    WHERE kind = 'card_shortfall' AND subject = c.id AND closed_at IS NULL) END AS "shortfallAlertId"`;
/** The columns of a CardState, from the tables `c` (cards) and STATE_ACCOUNTS. */
export const STATE_COLUMNS = `c.id, c.user_id AS "userId", c.status, c.funding_type AS "fundingType", c.last4, c.version, c.terminate_reference AS "terminateReference",
  a.balance_micro_usd AS "availableMicroUsd", a.version AS "accountVersion", w.balance_micro_usd AS "walletMicroUsd",
  ${SHORTFALL_COLUMNS}`;
export const STATE_ACCOUNTS = `JOIN ledger.accounts a ON a.id = 'card:' || c.id JOIN ledger.accounts w ON w.id = 'wallet:' || c.partner_id`;
/** The columns of a CardTransactionRow, from a table named `t`. */
export const TRANSACTION_COLUMNS = `t.id, t.card_id AS "cardId", t.amount_micro_usd AS "amountMicroUsd", t.currency, t.status, t.type,
  t.description, t.merchant_name AS "merchantName", t.merchant_country AS "merchantCountry",
  t.declined_reason AS "declinedReason", t.created_at AS "createdAt"`;

/** `_rev` has number 1, `_rev2` number 2. Reversals and refunds share one count. */
export const LAST_CREDIT = `(SELECT coalesce(max(coalesce(nullif(substring(r.id FROM '_rev(\\d*)$'), ''), '1')::int), 0)
  FROM card_transactions r WHERE r.original_id = t.id AND r.category IN ('reversal', 'refund'))`;

/** A card of a partner, by the ids of both. */
type CardKey = readonly [partnerId: string, cardId: string];

async function findCards(keys: readonly CardKey[]): Promise<(CardRow | undefined)[]> {
  const rows = await lookUpWide<CardRow>(
    "find_cards",
    `SELECT ${LISTED_COLUMNS}, ${balancesOf("c")}, c.partner_id AS "partnerId", c.currency, c.first6, c.issuer,
       c.issuer_card_id AS "issuerCardId", c.number_sealed AS "numberSealed",
       c.cvv_sealed AS "cvvSealed", c.expiry_sealed AS "expirySealed", c.deposit_address AS "depositAddress",
       c.billing_street AS "billingStreet", c.billing_city AS "billingCity", c.billing_state AS "billingState",
       c.billing_postal_code AS "billingPostalCode", c.billing_country AS "billingCountry"
     FROM unnest($1::text[], $2::text[]) asked (partner_id, id)
     JOIN cards c ON c.partner_id = asked.partner_id AND c.id = asked.id`,
    [keys.map(([partnerId]) => partnerId), keys.map(([, cardId]) => cardId)],
  );
  const found = new Map(rows.map((row) => [`${row.partnerId}:${row.id}`, row]));
  return keys.map(([partnerId, cardId]) => found.get(`${partnerId}:${cardId}`));
}

const cardLookUp = perProcess("cardLookUp", () => new GatheredLookUp(findCards));

/** Finds the full card, with its secrets still sealed. */
export function findCard(partnerId: string, cardId: string): Promise<CardRow | undefined> {
  return cardLookUp.find([partnerId, cardId]);
}

/** Finds the state of a card with the balances of the card and the wallet. */
export async function findCardState(
  partnerId: string,
  cardId: string,
  runQuery: RunQuery = lookUp,
): Promise<CardState | undefined> {
  const rows = await runQuery<CardState>(
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
): Promise<(CardState & { issuer: string; expirySealed: string }) | undefined> {
  const rows = await lookUp<CardState & { issuer: string; expirySealed: string }>(
    "find_card_to_authorize",
    `SELECT ${STATE_COLUMNS}, c.issuer, c.expiry_sealed AS "expirySealed" FROM cards c ${STATE_ACCOUNTS}
     WHERE c.partner_id = $1 AND c.id = $2`,
    [partnerId, cardId],
  );
  return rows[0];
}

/** Lists a partner's cards, newest first. */
export function listCards(partnerId: string, page: PageRequest): Promise<Page<CardSummaryRow>> {
  return queryPage<CardSummaryRow>({
    name: "list_cards",
    rows: `SELECT ${LISTED_COLUMNS} FROM cards c WHERE ${ofOwner("c.partner_id", "$1")} ORDER BY c.partner_id, c.id DESC`,
    beside: balancesOf("page"),
    scope: partnerId,
    kind: "cards",
    page,
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
       LEFT JOIN LATERAL (SELECT ${LISTED_COLUMNS}, ${balancesOf("c")} FROM cards c WHERE c.user_id = u.id AND ($5::text IS NULL OR c.id < $5)
         ORDER BY c.id DESC OFFSET $3 LIMIT $4) page ON true
     WHERE u.partner_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
    [partnerId, userId, page.skip, page.limit + 1, page.cursor ?? null],
  );
  const first = rows[0];
  const found = rows.filter((row) => row.id !== null);
  return first && { total: Number(first.total), ...cutPage(found, page.limit) };
}

/** Lists a partner's card transactions, newest first. */
export function listCardTransactions(
  partnerId: string,
  page: PageRequest,
): Promise<Page<CardTransactionRow>> {
  return queryPage<CardTransactionRow>({
    name: "list_card_transactions",
    rows: `SELECT ${TRANSACTION_COLUMNS} FROM card_transactions t WHERE t.partner_id = $1 ORDER BY t.created_at DESC, t.id DESC`,
    scope: partnerId,
    kind: "card_transactions",
    page,
  });
}

/** Lists the transactions of one card. For a card of another partner, the page is empty and its total is 0. */
export function listTransactionsOfCard(
  partnerId: string,
  cardId: string,
  page: PageRequest,
): Promise<Page<CardTransactionRow>> {
  const statement = {
    name: "list_transactions_of_card",
    text: `SELECT counted.total, page.* FROM cards c
       CROSS JOIN LATERAL (SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts
         WHERE scope = c.id AND kind = 'card_transactions') counted
       LEFT JOIN LATERAL (SELECT ${TRANSACTION_COLUMNS} FROM card_transactions t WHERE t.card_id = c.id
         ORDER BY t.created_at DESC, t.id DESC OFFSET $3 LIMIT $4) page ON true WHERE c.partner_id = $1 AND c.id = $2`,
    values: [partnerId, cardId, page.skip, page.limit + 1],
  };
  return queryList(statement, page.limit);
}

/** The columns of a PostedDebit, from a table named `t`. */
const DEBIT_COLUMNS = `${TRANSACTION_COLUMNS}, t.category, t.held_micro_usd AS "heldMicroUsd",
  t.refunded_micro_usd AS "refundedMicroUsd", t.merchant_currency AS "merchantCurrency", t.version, ${LAST_CREDIT} AS "lastCredit"`;

type FoundDebit = PostedDebit & Omit<FoundTransaction, keyof TransactionFamily>;

/** What was released of the hold of a debit in a table named `t`: it was charged, too. */
const RELEASED = `(SELECT coalesce(sum(r.amount_micro_usd), 0)::bigint FROM card_transactions r
  WHERE r.original_id = t.id AND r.category = 'reversal')`;

/** Finds a transaction, its increases and the state of its card. */
export async function findTransactionFamily(
  partnerId: string,
  transactionId: string,
  runQuery: RunQuery = lookUp,
): Promise<FoundTransaction | undefined> {
  const debits = await runQuery<FoundDebit>(
    "find_transaction_family",
    `SELECT ${DEBIT_COLUMNS}, t.network_transaction_id AS "networkTransactionId",
       t.amount_micro_usd + ${RELEASED} AS "chargedMicroUsd", p.cross_border_fee_bps AS "crossBorderFeeBps"
     FROM card_transactions t JOIN partners p ON p.id = t.partner_id
     WHERE t.partner_id = $1 AND (t.id = $2 OR (t.original_id = $2 AND t.category = 'authorization'))
     ORDER BY length(t.id), t.id`,
    [partnerId, transactionId],
  );
  const [first] = debits;
  const card = first && (await findCardState(partnerId, first.cardId, runQuery));
  if (!card) return undefined;
  const { networkTransactionId, crossBorderFeeBps } = first;
  const chargedMicroUsd = sumOf(debits.map((debit) => debit.chargedMicroUsd));
  return { card, debits, networkTransactionId, crossBorderFeeBps, chargedMicroUsd };
}
