/** A month in UTC, up to the present time. */
export interface Month {
  from: Date;
  /** Exclusive end. */
  until: Date;
  isOver: boolean;
}

/** Parses a month such as `2026-11`; the current month ends at the present time. A future month is empty. */
export function monthOf(month: string, present: Date): Month {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  if (end <= present) return { from, until: end, isOver: true };
  return { from, until: present < from ? from : present, isOver: false };
}
