/** A month in UTC, up to the present time. */
export interface Month {
  from: Date;
  /** Exclusive end. */
  until: Date;
  /** The month is over, and no entries can be added. */
  isFinal: boolean;
}

/**
 * An entry takes its time before its transaction commits, so some entries of a month can appear after its end. As
 * ledger.close_hours, this is longer than a posting can take and than clocks differ.
 */
const COMMITTED_AFTER_MS = 300_000;

/** Parses a month such as `2026-11`; the current month ends at the present time. A future month is empty. */
export function monthOf(month: string, present: Date): Month {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const sinceEndMs = present.getTime() - end.getTime();
  if (sinceEndMs >= 0) return { from, until: end, isFinal: sinceEndMs >= COMMITTED_AFTER_MS };
  return { from, until: present < from ? from : present, isFinal: false };
}
