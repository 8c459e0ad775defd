import type { CardTransactionCategory, CardTransactionStatus, CardTransactionType } from "./states";

/** The labels of the API's `status` values. */
export const STATUS_WORDS = {
  authorized: { state: "waiting", word: "Authorized" },
  declined: { state: "failed", word: "Declined" },
  reversed: { state: "attention", word: "Reversed" },
  settled: { state: "settled", word: "Settled" },
} as const satisfies Record<CardTransactionStatus, { state: string; word: string }>;

/** The kinds of transactions, with the API filters that select each kind. */
export const KINDS = {
  purchase: {
    word: "Purchase",
    filters: { category: "authorization", transactionType: "purchase" },
  },
  cash_withdrawal: {
    word: "Cash withdrawal",
    filters: { category: "authorization", transactionType: "withdrawal" },
  },
  fx_fee: { word: "FX fee", filters: { category: "cross_border_fee" } },
  refund: { word: "Refund", filters: { category: "refund" } },
  reversal: { word: "Reversal", filters: { category: "reversal" } },
  card_withdrawal: { word: "To wallet", filters: { category: "card_withdrawal" } },
  liquidation: { word: "Liquidation", filters: { category: "liquidation" } },
  correction: { word: "Correction", filters: { category: "correction" } },
  dispute: { word: "Dispute", filters: { category: "dispute" } },
} as const satisfies Record<
  string,
  {
    word: string;
    filters: { category: CardTransactionCategory; transactionType?: CardTransactionType };
  }
>;
export type Kind = keyof typeof KINDS;
/** The kinds that the card network asks for, as the filter of a list. */
export const AUTHORIZATION_KINDS = "purchase,cash_withdrawal";
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

interface Categorised {
  category: CardTransactionCategory;
  transactionType: CardTransactionType;
}

const KIND_OF_CATEGORY: Record<Exclude<CardTransactionCategory, "authorization">, Kind> = {
  cross_border_fee: "fx_fee",
  refund: "refund",
  reversal: "reversal",
  card_withdrawal: "card_withdrawal",
  liquidation: "liquidation",
  correction: "correction",
  dispute: "dispute",
};

/** Returns the kind of a transaction whose category is known. */
export function kindOfCategory({ category, transactionType }: Categorised): Kind {
  if (category !== "authorization") return KIND_OF_CATEGORY[category];
  return transactionType === "withdrawal" ? "cash_withdrawal" : "purchase";
}

interface Listed {
  serviceTransactionId: string;
  transactionType: CardTransactionType;
  merchantName: string;
  description: string;
}

/** The prefix of the description of an operator's correction; the reason follows. */
export const CORRECTION_PREFIX = "Correction: ";
/** The prefix of the description of a dispute's credit and of its return. */
export const DISPUTE_PREFIX = "Dispute: ";

/**
 * Derives the kind of a transaction of List Card Transactions, which has no category. A cross-border fee has the type
 * of its purchase, and the id of the purchase with `_fx`. A released part of a hold has the type of its transaction,
 * and `_rev`. Source: spec: card.transaction-event, FX fee and Reversal; decision 0046.
 */
export function kindOf(transaction: Listed): Kind {
  const { serviceTransactionId, transactionType, merchantName, description } = transaction;
  if (merchantName === "" && description.startsWith(CORRECTION_PREFIX)) return "correction";
  if (merchantName === "" && description.startsWith(DISPUTE_PREFIX)) return "dispute";
  if (serviceTransactionId.endsWith("_fx")) return "fx_fee";
  if (transactionType !== "refund" && /_rev\d*$/.test(serviceTransactionId)) return "reversal";
  if (transactionType !== "withdrawal") return transactionType;
  return merchantName === "" ? "card_withdrawal" : "cash_withdrawal";
}

/** For these kinds the title names the kind, because the merchant's name alone would look like a purchase. */
const NAMED: readonly Kind[] = ["fx_fee", "refund", "reversal"];

/** The title of a transaction in a list: `FX fee · Deutsche Bahn`, or only the merchant for a purchase. */
export function titleOf(kind: Kind, merchantName: string, description: string): string {
  if (merchantName === "") return description;
  return NAMED.includes(kind) ? `${KINDS[kind].word} · ${merchantName}` : merchantName;
}

/** The title of a transaction of List Card Transactions. */
export function transactionTitle(transaction: Listed): string {
  const { serviceTransactionId, merchantName, description } = transaction;
  const title = titleOf(kindOf(transaction), merchantName, description);
  return /_inc\d*$/.test(serviceTransactionId) ? `Increase · ${title}` : title;
}

interface Moved {
  status: CardTransactionStatus;
  transactionType: CardTransactionType;
}

/** Whether money came to the card (`in`), left the card (`out`), or did not move (undefined). */
export function directionOf({ status, transactionType }: Moved): "in" | "out" | undefined {
  if (transactionType === "refund") return "in";
  // A declined purchase took no money; a reversed one returned the money that it had taken.
  return status === "declined" || status === "reversed" ? undefined : "out";
}
