/**
 * An entry takes its time before its transaction commits, so an entry can appear after its time. As ledger.close_hours, this
 * is longer than a posting can take and than clocks differ.
 */
const COMMITTED_AFTER_MS = 300_000;

/** Whether no entry can be added any more with a time until `instant`. */
export const isFinalAt = (instant: Date, present: Date): boolean =>
  present.getTime() - instant.getTime() >= COMMITTED_AFTER_MS;
