/** Formats a day in the reader's zone as date fields need it: `2026-11-21`. */
export function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Returns the start of a day in the reader's zone, `later` days after it. Calendar days are counted, also those of 23
 * or 25 hours.
 */
export function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later);
}

/** Returns the day of the moment `beforeMs` before an instant; undefined when the text is not an instant. */
export function dayAt(instant: string | null, beforeMs = 0): string | undefined {
  const ms = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(ms) ? undefined : dayOf(new Date(ms - beforeMs));
}

const dayWord = (day: string) =>
  startOf(day).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** Formats `1 Nov 2026 – 21 Nov 2026`, `since 1 Nov 2026`, `until 21 Nov 2026`: both days are included. */
export function periodWord(first: string | undefined, last: string | undefined) {
  if (first !== undefined && last !== undefined)
    return first === last ? dayWord(first) : `${dayWord(first)} – ${dayWord(last)}`;
  if (first !== undefined) return `since ${dayWord(first)}`;
  return last === undefined ? undefined : `until ${dayWord(last)}`;
}
