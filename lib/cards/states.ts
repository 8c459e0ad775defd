import type { ErrorCode } from "@/lib/kernel/errors";

export const CARD_STATUSES = ["active", "frozen", "terminated"] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const CARD_SWITCHES = ["freeze", "unfreeze"] as const;
export type CardAction = (typeof CARD_SWITCHES)[number] | "terminate";

/**
 * The next status of a card for each action, or the error that refuses the action. Source: spec: States and
 * transitions.
 */
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

/** The error that refuses a partner's transfer to or from a card in this status. Source: design 7. */
export const MOVE_REFUSAL: Record<CardStatus, ErrorCode | undefined> = {
  active: undefined,
  frozen: "CARD_ALREADY_FROZEN",
  terminated: "CARD_ALREADY_TERMINATED",
};

/** The reason, shown to the partner, for which a card in this status declines an authorization. */
export const DECLINE_REASON: Record<CardStatus, string | undefined> = {
  active: undefined,
  frozen: "card frozen",
  terminated: "card terminated",
};

/** The reasons for a decline after the card's expiry month and for one above the available balance. */
export const EXPIRED_REASON = "card expired";
export const INSUFFICIENT_REASON = "insufficient funds";
/** The reason for a decline without a decision, such as after a fault of the service. */
export const UNDECIDED_REASON = "not decided";

/** The reason after a restore of the database, until the issuer's events of the lost time were read. */
export const UNCONFIRMED_REASON = "balance not confirmed";

/** The reason when the card network or an issuer gives none. */
export const UNKNOWN_REASON = "declined by the card network";
/** The reasons that the service itself writes. An issuer may give others. */
export const DECLINE_REASONS = [
  INSUFFICIENT_REASON,
  ...Object.values(DECLINE_REASON).filter((reason) => reason !== undefined),
  EXPIRED_REASON,
  UNDECIDED_REASON,
  UNCONFIRMED_REASON,
  UNKNOWN_REASON,
];

export const CARD_TRANSACTION_STATUSES = ["authorized", "declined", "reversed", "settled"] as const;
export type CardTransactionStatus = (typeof CARD_TRANSACTION_STATUSES)[number];

export const CARD_TRANSACTION_TYPES = ["purchase", "withdrawal", "refund"] as const;
export type CardTransactionType = (typeof CARD_TRANSACTION_TYPES)[number];

/** The kind of a card transaction, more precise than its type. */
export const CARD_TRANSACTION_CATEGORIES = [
  "authorization",
  "reversal",
  "cross_border_fee",
  "refund",
  "card_withdrawal",
  "liquidation",
  "correction",
  "dispute",
] as const;
export type CardTransactionCategory = (typeof CARD_TRANSACTION_CATEGORIES)[number];

/** The allowed transitions of a card transaction. All statuses other than `authorized` are final. */
export const CARD_TRANSACTION_TRANSITIONS: Record<
  CardTransactionStatus,
  readonly CardTransactionStatus[]
> = {
  authorized: ["settled", "reversed"],
  declined: [],
  reversed: [],
  settled: [],
};
