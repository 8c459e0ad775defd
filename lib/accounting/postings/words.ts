import type { PostingKind } from "./kinds";
import type { PostingStatus } from "./states";

/** The displayed name of each kind of posting, and when to use it. */
export const KIND_WORDS: Record<PostingKind, { name: string; meaning: string }> = {
  correction: {
    name: "Correction of a wallet or a card",
    meaning: "Credits or debits a partner. The partner sees it in its list.",
  },
  network_payment: {
    name: "Payment to the card network",
    meaning: "Settles what the service owes the network.",
  },
  network_receipt: {
    name: "Payment from the card network",
    meaning: "The network paid what it owed.",
  },
  fee_withdrawal: {
    name: "Fees withdrawn",
    meaning: "Earned fees left the service. Never more than there are.",
  },
  treasury_transfer: {
    name: "Treasury transfer",
    meaning: "Money went from one chain to another one, or to or from the bank.",
  },
  capital_contribution: {
    name: "Capital paid in",
    meaning: "The operator paid its own money in, such as a float.",
  },
  capital_withdrawal: {
    name: "Capital paid out",
    meaning: "The operator took its own money out again. Never more than was paid in.",
  },
  cost_payment: {
    name: "Costs paid",
    meaning: "The service paid for something, such as gas or a bank's charges.",
  },
  service_correction: {
    name: "Correction of the service's accounts",
    meaning: "Moves an amount between two accounts that no partner has.",
  },
};

/** The displayed words of the statuses of a posting. */
export const STATUS_WORDS = {
  pending: { state: "waiting", word: "Pending confirmation" },
  posted: { state: "settled", word: "Posted" },
  rejected: { state: "failed", word: "Rejected" },
  expired: { state: "attention", word: "Expired" },
  cancelled: { state: undefined, word: "Cancelled" },
} as const satisfies Record<PostingStatus, { state: string | undefined; word: string }>;
