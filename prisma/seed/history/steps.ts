/** One action of the history, by the numbers of the users, cards, purchases and withdrawals that it concerns. */
export type Action =
  | { kind: "createUser"; user: number }
  | {
      kind: "decideKyc";
      user: number;
      status: "approved" | "denied" | "needsVerification";
      reason?: string;
    }
  | { kind: "createCard"; card: number }
  | { kind: "fundCard"; card: number; amountUsd: number; reference: string }
  | { kind: "withdrawFromCard"; card: number; amountUsd: number; reference: string }
  | { kind: "switchCard"; card: number; status: "freeze" | "unfreeze" }
  | { kind: "terminateCard"; card: number; reference: string }
  | { kind: "authorize"; purchase: number }
  | { kind: "capture"; purchase: number; amountUsd: number; isFinal: boolean }
  | { kind: "reverse"; purchase: number }
  | { kind: "expire"; purchase: number }
  | { kind: "refund"; purchase: number; amountUsd: number }
  /** A deposit on a chain: to the wallet, or to the crypto card of this number. */
  | { kind: "deposit"; card?: number; amountUsd: number; chain: string; token: "usdc" }
  | { kind: "requestWithdrawal"; withdrawal: number; amountUsd: number; toAddress: string }
  | { kind: "approve" | "reject" | "cancel" | "payOut"; withdrawal: number; reason?: string };

export type Step = Action & { atMs: number };

export interface PlannedUser {
  countryCode: string;
  createdAtMs: number;
  /** When the person was approved; undefined for the others. */
  approvedAtMs?: number;
  body: Record<string, string>;
}

/** Steps of a card may move by some seconds when they are kept apart. */
const FREEZE_MARGIN_MS = 60_000;

export interface PlannedCard {
  user: number;
  fundingType: "float" | "crypto";
  amountUsd: number;
  createdAtMs: number;
  /** No purchase follows this time. */
  endsAtMs: number;
  /** The times in which the card is frozen. */
  frozen: readonly { fromMs: number; untilMs: number }[];
}

export const isFrozen = ({ frozen }: PlannedCard, atMs: number) =>
  frozen.some(
    ({ fromMs, untilMs }) =>
      atMs >= fromMs - FREEZE_MARGIN_MS && atMs <= untilMs + FREEZE_MARGIN_MS,
  );

export interface PlannedPurchase {
  card: number;
  amountUsd: number;
  merchantName: string;
  city: string;
  country: string;
  currency: string;
  amountMinor?: number;
  categoryCode: string;
  entryMode: string;
  /** A single message authorizes and captures. */
  isSingle: boolean;
  /** The network declines by itself. */
  declinedReason?: string;
}

export interface HistoryPlan {
  users: PlannedUser[];
  cards: PlannedCard[];
  purchases: PlannedPurchase[];
  /** In the order of their times. */
  steps: Step[];
}
