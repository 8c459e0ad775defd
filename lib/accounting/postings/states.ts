export const POSTING_STATUSES = ["pending", "posted", "rejected", "expired", "cancelled"] as const;
export type PostingStatus = (typeof POSTING_STATUSES)[number];

/** The stored statuses. `expired` is not stored: it is a pending request after its expiry. */
export type StoredPostingStatus = Exclude<PostingStatus, "expired">;

/** The allowed transitions; every other status is final. */
export const POSTING_TRANSITIONS: Record<StoredPostingStatus, readonly StoredPostingStatus[]> = {
  pending: ["posted", "rejected", "cancelled"],
  posted: [],
  rejected: [],
  cancelled: [],
};
