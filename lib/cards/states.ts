import type { ErrorCode } from "@/lib/kernel/errors";

export const CARD_STATUSES = ["active", "frozen", "terminated"] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const CARD_SWITCHES = ["freeze", "unfreeze"] as const;
export type CardAction = (typeof CARD_SWITCHES)[number] | "terminate";

/** What an action makes of a card: its next status, or why not. Source: spec: States and transitions. */
export const CARD_TRANSITIONS: Record<
  CardStatus,
  Record<CardAction, { to: CardStatus } | { refusal: ErrorCode }>
> = {
  active: {
    freeze: { to: "frozen" },
    unfreeze: { refusal: "CARD_IS_ACTIVE" },
    terminate: { to: "terminated" },
  },
  frozen: {
    freeze: { refusal: "CARD_ALREADY_FROZEN" },
    unfreeze: { to: "active" },
    terminate: { to: "terminated" },
  },
  terminated: {
    freeze: { refusal: "CARD_ALREADY_TERMINATED" },
    unfreeze: { refusal: "CARD_ALREADY_TERMINATED" },
    terminate: { refusal: "CARD_ALREADY_TERMINATED" },
  },
};

/** Why money cannot be moved onto or off a card by its partner, if it cannot. Source: design 7. */
export const MOVE_REFUSAL: Record<CardStatus, ErrorCode | undefined> = {
  active: undefined,
  frozen: "CARD_ALREADY_FROZEN",
  terminated: "CARD_ALREADY_TERMINATED",
};

/** Why an authorisation is declined by the card's state, as the partner reads it. */
export const DECLINE_REASON: Record<CardStatus, string | undefined> = {
  active: undefined,
  frozen: "card frozen",
  terminated: "card terminated",
};

/** Why an authorization is declined past the month of the card's expiry, and below what the card has. */
export const EXPIRED_REASON = "card expired";
export const INSUFFICIENT_REASON = "insufficient funds";

export const CARD_TRANSACTION_STATUSES = ["authorized", "declined", "reversed", "settled"] as const;
export type CardTransactionStatus = (typeof CARD_TRANSACTION_STATUSES)[number];

export const CARD_TRANSACTION_TYPES = ["purchase", "withdrawal", "refund"] as const;
export type CardTransactionType = (typeof CARD_TRANSACTION_TYPES)[number];

/** What happened on the card, more exactly than the types say. */
export const CARD_TRANSACTION_CATEGORIES = [
  "authorization",
  "reversal",
  "cross_border_fee",
  "refund",
  "card_withdrawal",
  "liquidation",
  "correction",
] as const;
export type CardTransactionCategory = (typeof CARD_TRANSACTION_CATEGORIES)[number];

/** Where an authorisation may go; everything else is final. */
export const CARD_TRANSACTION_TRANSITIONS: Record<
  CardTransactionStatus,
  readonly CardTransactionStatus[]
> = {
  authorized: ["settled", "reversed"],
  declined: [],
  reversed: [],
  settled: [],
};
