import { isFinalAt } from "../is-final-at";

/** A month in UTC, up to the present time. */
export interface Month {
  from: Date;
  /** Exclusive end. */
  until: Date;
  /** The month is over, and no entries can be added. */
  isFinal: boolean;
}

/** Parses a month such as `2026-11`; the current month ends at the present time. A future month is empty. */
export function monthOf(month: string, present: Date): Month {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  if (end <= present) return { from, until: end, isFinal: isFinalAt(end, present) };
  return { from, until: present < from ? from : present, isFinal: false };
}
