import type { DisputeReason } from "../issuer/disputes/port";
import type { CardDisputeStatus } from "./states";

/** The labels of the API's `status` values. */
export const DISPUTE_STATUSES = {
  pending: { state: "waiting", word: "Being submitted" },
  submitted: { state: "waiting", word: "Submitted" },
  won: { state: "settled", word: "Won" },
  lost: { state: "failed", word: "Lost" },
  withdrawn: { state: "attention", word: "Withdrawn" },
  failed: { state: "failed", word: "Not accepted" },
} as const satisfies Record<CardDisputeStatus, { state: string; word: string }>;

/** What the end of a dispute means for the card. */
export const DISPUTE_ENDS: Partial<Record<CardDisputeStatus, string>> = {
  won: "The card keeps the credit.",
  lost: "The credit was taken back from the card.",
  withdrawn: "The credit was taken back from the card.",
  failed:
    "The card issuer did not accept it. The credit was taken back from the card. You can open another dispute.",
};

export const DISPUTE_REASON_WORDS: Record<DisputeReason, string> = {
  fraudulent: "Not made by the cardholder",
  duplicate: "Charged twice",
  canceled: "Order canceled",
  not_received: "Not received",
  not_as_described: "Not as described",
  incorrect_amount: "Incorrect amount",
  cash_not_dispensed: "Cash not dispensed",
  other: "Other",
};

/** The statuses of a dispute that came to nothing, after which another one of the transaction can be opened. */
export const NOT_BLOCKING: CardDisputeStatus[] = ["withdrawn", "failed"];

/** Whether a dispute keeps another one of its transaction out. */
export const blocksAnother = ({ status }: { status: CardDisputeStatus }): boolean =>
  !NOT_BLOCKING.includes(status);
