/** Whether a text is a month as it stands in the address: `2026-11`. */
export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/**
 * Returns the month in the address, in UTC. Without one, the month so many months ago: 1, the default, is the last
 * completed one, whose statement no longer changes.
 */
export function monthOf(params: URLSearchParams, now = new Date(), monthsAgo = 1): string {
  const asked = params.get("month") ?? "";
  if (isMonth(asked)) return asked;
  return monthText(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo);
}

/** Returns the month before (-1) or after (1) another. */
export function monthBeside(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthText(year, number - 1 + by);
}

function monthText(year: number, index: number): string {
  return new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 7);
}
