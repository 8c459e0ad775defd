// SQL: hot path: search as the person types, from indexes of expressions.

import type { CardStatus, CardTransactionType } from "@/lib/cards/states";
import type { FundingType } from "@/lib/cards/store";
import { query } from "@/lib/db";

export interface FoundCard {
  id: string;
  name: string;
  last4: string;
  status: CardStatus;
  fundingType: FundingType;
}

export interface FoundTransaction {
  id: string;
  merchantName: string;
  description: string;
  /** Null for a wallet transaction. */
  transactionType: CardTransactionType | null;
  amountMicroUsd: bigint;
  of: "card" | "wallet";
}

const CARD_COLUMNS = `c.id, c.card_name AS "name", c.last4, c.status,
  c.funding_type AS "fundingType"`;

export function findCardById(partnerId: string, cardId: string): Promise<FoundCard[]> {
  return query<FoundCard & Record<string, unknown>>(
    "search_card_by_id",
    `SELECT ${CARD_COLUMNS} FROM cards c WHERE c.partner_id = $1 AND c.id = $2`,
    [partnerId, cardId],
  );
}

/** Finds cards by their last four digits, newest first. */
export function findCardsByDigits(
  partnerId: string,
  last4: string,
  limit: number,
): Promise<FoundCard[]> {
  return query<FoundCard & Record<string, unknown>>(
    "search_cards_by_digits",
    `SELECT ${CARD_COLUMNS} FROM cards c WHERE c.partner_id = $1 AND c.last4 = $2 ORDER BY c.id DESC LIMIT $3`,
    [partnerId, last4, limit],
  );
}

/** Finds the cards of users, newest first. */
export function findCardsOfUsers(
  partnerId: string,
  userIds: readonly string[],
  limit: number,
): Promise<FoundCard[]> {
  return query<FoundCard & Record<string, unknown>>(
    "search_cards_of_users",
    `SELECT ${CARD_COLUMNS} FROM unnest($2::text[]) u(id) CROSS JOIN LATERAL (
       SELECT * FROM cards WHERE user_id = u.id AND partner_id = $1 ORDER BY id DESC LIMIT $3) c
     ORDER BY c.id DESC LIMIT $3`,
    [partnerId, userIds, limit],
  );
}

/** Finds the transaction of a card or of the wallet with this id. */
export function findTransactionById(
  partnerId: string,
  transactionId: string,
): Promise<FoundTransaction[]> {
  return query<FoundTransaction & Record<string, unknown>>(
    "search_transaction_by_id",
    `SELECT t.id, t.merchant_name AS "merchantName", t.description,
       t.type AS "transactionType",
       t.amount_micro_usd AS "amountMicroUsd", 'card' AS "of"
     FROM card_transactions t WHERE t.partner_id = $1 AND t.id = $2
     UNION ALL
     SELECT w.id, '', w.narration, NULL, w.amount_micro_usd, 'wallet'
     FROM wallet_transactions w WHERE w.partner_id = $1 AND w.id = $2`,
    [partnerId, transactionId],
  );
}
