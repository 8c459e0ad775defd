/** A month in UTC, up to the present time. */
export interface Month {
  from: Date;
  /** Exclusive end. */
  until: Date;
  /** The month is over, so no entries can be added. */
  isFinal: boolean;
}

/** Parses a month such as `2026-11`; the current month ends at the present time. A future month is empty. */
export function monthOf(month: string, present: Date): Month {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const isFinal = end.getTime() <= present.getTime();
  if (isFinal) return { from, until: end, isFinal };
  return { from, until: present < from ? from : present, isFinal };
}
