/**
 * Money is a `bigint` of micro-USD (six decimals, like USDC). Only requests and responses use JSON numbers.
 * Source: design 6.
 */
const MICRO_USD_PER_USD = 1_000_000n;
const MICRO_USD_PER_CENT = 10_000n;

/** The largest amount that a client may send: its micro-USD is exact in a JSON number. */
export const MAX_AMOUNT_USD = 1_000_000_000;

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * The exact micro-USD of a client's number. Returns null if the number has no exact value with at most `maxDecimals`
 * decimals (5.005, 1e-7, 1e308, NaN) or exceeds MAX_AMOUNT_USD. The shortest decimal that denotes the number counts, so
 * 0.1 is one tenth.
 */
export function microUsdFromNumber(value: number, maxDecimals = 2): bigint | null {
  const match = PLAIN_DECIMAL.exec(String(value));
  if (!match || !Number.isFinite(value) || Math.abs(value) > MAX_AMOUNT_USD) return null;
  const [, sign, whole = "0", fraction = ""] = match;
  if (fraction.length > maxDecimals) return null;
  const microUsd = BigInt(whole) * MICRO_USD_PER_USD + BigInt(fraction.padEnd(6, "0"));
  return sign ? -microUsd : microUsd;
}

/** An amount as a JSON number: the nearest double, which prints as the exact amount. */
export function usdFromMicroUsd(microUsd: bigint): number {
  return Number(microUsd) / Number(MICRO_USD_PER_USD);
}

/** Like `usdFromMicroUsd`, for an amount that may be absent. */
export const usdOrNull = (microUsd: bigint | null): number | null =>
  microUsd === null ? null : usdFromMicroUsd(microUsd);

/**
 * The inverse of `usdFromMicroUsd`, for amounts that this service sent. Exact up to 4 billion USD; doubles are too far
 * apart above that.
 */
export function microUsdFromUsd(usd: number): bigint {
  return BigInt(usd.toFixed(6).replace(".", ""));
}

/** An amount for people: `1204.50`, with more decimals only if they are not zero. */
export function formatUsd(microUsd: bigint): string {
  const digits = (microUsd < 0n ? -microUsd : microUsd).toString().padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${microUsd < 0n ? "-" : ""}${digits.slice(0, -6)}.${fraction}`;
}

/** `bps` basis points of an amount, rounded half up to a whole cent. */
export function shareOf(microUsd: bigint, bps: number): bigint {
  const scaled = microUsd * BigInt(bps);
  const perCent = 10_000n * MICRO_USD_PER_CENT;
  return ((scaled + perCent / 2n) / perCent) * MICRO_USD_PER_CENT;
}
