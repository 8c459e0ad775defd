/** `pending`: not submitted yet. `failed`: the issuer refused it. Source: docs/decisions/0072-disputes.md */
export const CARD_DISPUTE_STATUSES = [
  "pending",
  "submitted",
  "won",
  "lost",
  "withdrawn",
  "failed",
] as const;
export type CardDisputeStatus = (typeof CARD_DISPUTE_STATUSES)[number];

/** The allowed transitions of a dispute. */
export const CARD_DISPUTE_TRANSITIONS: Record<CardDisputeStatus, readonly CardDisputeStatus[]> = {
  pending: ["submitted", "failed"],
  submitted: ["won", "lost", "withdrawn"],
  won: [],
  lost: [],
  withdrawn: [],
  failed: [],
};

/** Whether the provisional credit still depends on the issuer's decision. */
export const isOpenDispute = (status: CardDisputeStatus): boolean =>
  CARD_DISPUTE_TRANSITIONS[status].length > 0;
