// SQL: the newest rows of two lists with their cards and users, from the indexes of the lists.

import type {
  CardTransactionCategory,
  CardTransactionStatus,
  CardTransactionType,
} from "@/lib/cards/states";
import { query } from "@/lib/db";
import { ofOwner } from "@/lib/db/of-owner";
import type { WalletCategory, WalletType } from "@/lib/wallet/categories";

/** The card of a row and the person it is for; null where the row has none. */
interface Owner {
  last4: string | null;
  /** Empty for a deleted user. */
  person: string | null;
}

export interface RecentCardRow extends Owner {
  id: string;
  category: CardTransactionCategory;
  status: CardTransactionStatus;
  type: CardTransactionType;
  amountMicroUsd: bigint;
  description: string;
  merchantName: string;
  declinedReason: string | null;
  originalId: string | null;
  createdAt: Date;
  /** The wallet has a row of the same movement. */
  isInWallet: boolean;
}

export interface RecentWalletRow extends Owner {
  id: string;
  category: WalletCategory;
  type: WalletType;
  amountMicroUsd: bigint;
  narration: string;
  createdAt: Date;
}

/**
 * The wallet's list has each liquidation, and each withdrawal from a card `t` but those whose fee took the whole amount. The
 * source of its journal is the card's row.
 */
const IS_IN_WALLET = `t.category = 'liquidation' OR (t.category = 'card_withdrawal' AND EXISTS (
  SELECT FROM ledger.journals j JOIN wallet_transactions w ON w.journal_id = j.id
  WHERE j.type = 'card_withdrawal' AND j.source_id = t.id))`;
const PERSON = "trim(u.first_name || ' ' || u.last_name) AS person";

/** Reads the newest card transactions, newest first. */
export function findRecentCardRows(partnerId: string, limit: number): Promise<RecentCardRow[]> {
  return query<RecentCardRow & Record<string, unknown>>(
    "find_recent_card_rows",
    `SELECT t.id, t.category, t.status, t.type, t.amount_micro_usd AS "amountMicroUsd", t.description,
       t.merchant_name AS "merchantName", t.declined_reason AS "declinedReason", t.original_id AS "originalId",
       t.created_at AS "createdAt", ${IS_IN_WALLET} AS "isInWallet", c.last4, ${PERSON}
     FROM (SELECT * FROM card_transactions WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) t
       LEFT JOIN LATERAL (SELECT last4, user_id FROM cards WHERE id = t.card_id OFFSET 0) c ON true
       LEFT JOIN LATERAL (SELECT first_name, last_name FROM users WHERE id = c.user_id OFFSET 0) u ON true
     ORDER BY t.created_at DESC, t.id DESC`,
    [partnerId, limit],
  );
}

/** Reads the newest wallet transactions, newest first. The source of a verification fee's journal is its user. */
export function findRecentWalletRows(partnerId: string, limit: number): Promise<RecentWalletRow[]> {
  return query<RecentWalletRow & Record<string, unknown>>(
    "find_recent_wallet_rows",
    `SELECT t.id, t.category, t.type, t.amount_micro_usd AS "amountMicroUsd", t.narration, t.created_at AS "createdAt",
       c.last4, ${PERSON}
     FROM (SELECT * FROM wallet_transactions WHERE ${ofOwner("partner_id", "$1")} ORDER BY partner_id, id DESC LIMIT $2) t
       LEFT JOIN LATERAL (SELECT last4, user_id FROM cards WHERE id = t.card_id OFFSET 0) c ON true
       LEFT JOIN LATERAL (SELECT source_id FROM ledger.journals WHERE id = t.journal_id AND t.category = 'kyc_fee' OFFSET 0) j ON true
       LEFT JOIN LATERAL (SELECT first_name, last_name FROM users
         WHERE id = coalesce(c.user_id, j.source_id COLLATE "default") OFFSET 0) u ON true
     ORDER BY t.id DESC`,
    [partnerId, limit],
  );
}
