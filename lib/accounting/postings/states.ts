export const POSTING_STATUSES = ["pending", "posted", "rejected", "expired", "cancelled"] as const;
export type PostingStatus = (typeof POSTING_STATUSES)[number];

/** What the database stores; a pending request whose time is over has expired. */
export type StoredPostingStatus = Exclude<PostingStatus, "expired">;

/** Where a request may go; everything else is final. */
export const POSTING_TRANSITIONS: Record<StoredPostingStatus, readonly StoredPostingStatus[]> = {
  pending: ["posted", "rejected", "cancelled"],
  posted: [],
  rejected: [],
  cancelled: [],
};
