/** A day as fields of dates have it, `2026-11-21`, in the reader's zone. */
export function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** When a day begins in the reader's zone, `later` days after it. Days of 23 and 25 hours count as one. */
export function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later);
}

/** The day of an instant, and of the last moment before one; undefined for what is none. */
export function dayAt(instant: string | null, beforeMs = 0): string | undefined {
  const ms = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(ms) ? undefined : dayOf(new Date(ms - beforeMs));
}

const dayWord = (day: string) =>
  startOf(day).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** `1 Nov 2026 – 21 Nov 2026`, `since 1 Nov 2026`, `until 21 Nov 2026`: both days are in it. */
export function periodWord(first: string | undefined, last: string | undefined) {
  if (first !== undefined && last !== undefined)
    return first === last ? dayWord(first) : `${dayWord(first)} – ${dayWord(last)}`;
  if (first !== undefined) return `since ${dayWord(first)}`;
  return last === undefined ? undefined : `until ${dayWord(last)}`;
}
