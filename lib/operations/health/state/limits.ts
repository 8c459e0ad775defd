const MINUTE_MS = 60_000;

/** The limits from which the health page shows a trouble and the status page a component that is not up. */
export const STALE_CHAIN_MS = 2 * MINUTE_MS;
export const OVERDUE_DELIVERY_MS = 2 * MINUTE_MS;
export const UNPAID_WITHDRAWAL_MS = 30 * MINUTE_MS;
/** Long enough for the first retries of an event. */
export const UNAPPLIED_EVENT_MS = 15 * MINUTE_MS;

/** Whether an instant is longer ago than a limit; false for one that never was. */
export const isOlder = (instant: Date | null, at: Date, thanMs: number): boolean =>
  instant !== null && at.getTime() - instant.getTime() > thanMs;
