import { UnreadableMessage } from "./unreadable-message";

const MICRO_USD_PER_CENT = 10_000n;
/** Amounts of card networks have at most 12 digits (ISO 8583). More would exceed the columns of the database. */
const MAX_MINOR_UNITS = 999_999_999_999;

/** Returns an amount in the smallest unit of its currency. @throws UnreadableMessage for one that no network sends */
export function minorUnitsOf(amount: number): bigint {
  if (Math.abs(amount) > MAX_MINOR_UNITS)
    throw new UnreadableMessage("An amount has more than 12 digits");
  return BigInt(amount);
}

/** Converts cents, which may be negative, to micro-USD. @throws UnreadableMessage for more than 12 digits */
export function microUsdFromCents(cents: number): bigint {
  return minorUnitsOf(cents) * MICRO_USD_PER_CENT;
}

/** The amount without its sign. */
export const magnitude = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * Returns an ISO 4217 code in upper case; Stripe writes lower case.
 * @throws UnreadableMessage for anything but three letters
 */
export function currencyOf(code: string): string {
  const upper = code.toUpperCase();
  if (!/^[A-Z]{3}$/.test(upper)) throw new UnreadableMessage("A currency is not an ISO 4217 code");
  return upper;
}

/** @throws UnreadableMessage unless an amount that a card is charged is in USD */
export function requireUsd(code: string): void {
  const currency = currencyOf(code);
  if (currency !== "USD")
    throw new UnreadableMessage(`The card is charged in ${currency}, not USD`);
}
