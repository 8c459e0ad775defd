const FIRST_YEAR = 2000;

/**
 * Returns the first instant at which a card with this expiry (`MM/YY`) is expired: the end of that month, UTC.
 * @throws Error when the text is not `MM/YY`.
 */
export function expiresAt(expiry: string): Date {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry) ?? [];
  if (month === undefined) throw new Error("a card's expiry is not MM/YY");
  return new Date(Date.UTC(FIRST_YEAR + Number(year), Number(month), 1));
}

/** Whether a card with this expiry (`MM/YY`) is expired at this instant. */
export const isExpired = (expiry: string, at: Date): boolean => at >= expiresAt(expiry);
