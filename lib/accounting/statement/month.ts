/** A month in UTC, as far as it has come. */
export interface Month {
  from: Date;
  /** The first instant that is no longer part of it. */
  until: Date;
  /** It is over: nothing is added any more. */
  isFinal: boolean;
}

/** The month `2026-11`, up to the present while it lasts. One that has not begun is empty. */
export function monthOf(month: string, present: Date): Month {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const isFinal = end.getTime() <= present.getTime();
  if (isFinal) return { from, until: end, isFinal };
  return { from, until: present < from ? from : present, isFinal };
}
