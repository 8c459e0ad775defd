/** Statuses that Replay sends again. */
export const REPLAY_STATUSES = ["failed", "pending", "not_sent"] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];
/** How many events one Replay takes up. */
export const MAX_REPLAYED = 10_000;
