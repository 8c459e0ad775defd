/** The kinds of operator posting; each is the type of its journal. Source: docs/decisions/0053-operator-postings.md */
export const POSTING_KINDS = [
  "network_payment",
  "network_receipt",
  "fee_withdrawal",
  "treasury_transfer",
  "capital_contribution",
  "capital_withdrawal",
  "cost_payment",
  "correction",
  "service_correction",
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

/** The fields that only some kinds have. */
export const POSTING_FIELDS = [
  "paidFrom",
  "receivedAt",
  "amountReceived",
  "receivedReference",
  "partnerId",
  "serviceCardId",
  "direction",
  "against",
  "takeFrom",
  "addTo",
] as const;
export type PostingField = (typeof POSTING_FIELDS)[number];

interface KindFields {
  required: readonly PostingField[];
  optional?: readonly PostingField[];
}

/** The required and the optional fields of each kind. */
export const FIELDS_OF_KIND: Record<PostingKind, KindFields> = {
  network_payment: { required: ["paidFrom"] },
  network_receipt: { required: ["receivedAt"] },
  fee_withdrawal: { required: ["paidFrom"] },
  treasury_transfer: {
    required: ["paidFrom", "receivedAt"],
    optional: ["amountReceived", "receivedReference"],
  },
  capital_contribution: { required: ["receivedAt"] },
  capital_withdrawal: { required: ["paidFrom"] },
  cost_payment: { required: ["paidFrom"] },
  correction: { required: ["partnerId", "direction", "against"], optional: ["serviceCardId"] },
  service_correction: { required: ["takeFrom", "addTo"] },
};

/** The direction of a correction of a wallet or a card: a credit adds money, a debit takes it. */
export const DIRECTIONS = ["credit", "debit"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/**
 * The service's accounts that may be the other leg of a correction of a wallet or a card, besides the custody and bank
 * accounts.
 */
export const CORRECTION_ACCOUNTS = ["fees", "adjustments"] as const;
/** The service's accounts that a correction of the service's books may move, besides the custody and bank accounts. */
export const SERVICE_ACCOUNTS = ["fees", "network", "capital", "costs", "adjustments"] as const;

/** The number of days for which a request can be confirmed. */
export const REQUEST_DAYS = 7;
