/** The statuses of events that a replay sends. */
export const REPLAY_STATUSES = ["failed", "pending", "not_sent"] as const;
export type ReplayStatus = (typeof REPLAY_STATUSES)[number];
/** The maximum number of events per replay. */
export const MAX_REPLAYED = 10_000;
