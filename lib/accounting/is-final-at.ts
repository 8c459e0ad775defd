/**
 * An entry takes its time before its transaction commits, so an entry can appear after its time. This is longer than a
 * statement can take and than clocks differ. Only a commit that waits for a standby or a disk can take longer: stored sums and
 * the end of a statement's month wait for it (ledger.close_hours).
 */
const COMMITTED_AFTER_MS = 300_000;

/** Whether no entry can be added any more with a time until `instant`. */
export const isFinalAt = (instant: Date, present: Date): boolean =>
  present.getTime() - instant.getTime() >= COMMITTED_AFTER_MS;
