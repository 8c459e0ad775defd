/**
 * Money is a `bigint` of micro-USD (six decimals, as USDC has). It is a JSON number only at the very edge.
 * Source: design 6.
 */
export const MICRO_USD_PER_USD = 1_000_000n;
const MICRO_USD_PER_CENT = 10_000n;

/** The largest amount that a client may name: its micro-USD is exact in a JSON number. */
export const MAX_AMOUNT_USD = 1_000_000_000;

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * The exact micro-USD of a number as a client wrote it, or null when it has no exact value with at most
 * `maxDecimals` decimals: 5.005, 1e-7, 1e308, NaN. Reads the shortest decimal that stands for the number, so
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

/** The JSON number of an amount: the double nearest to it, which prints as the amount itself. */
export function usdFromMicroUsd(microUsd: bigint): number {
  return Number(microUsd) / Number(MICRO_USD_PER_USD);
}

/**
 * The exact micro-USD of an amount that this service sent: what `usdFromMicroUsd` made the number of. Beyond 4 billion
 * USD doubles lie too far apart for it.
 */
export function microUsdFromUsd(usd: number): bigint {
  return BigInt(usd.toFixed(6).replace(".", ""));
}

/** An amount for people: `1204.50`, with more decimals only when there are any. */
export function formatUsd(microUsd: bigint): string {
  const digits = (microUsd < 0n ? -microUsd : microUsd).toString().padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${microUsd < 0n ? "-" : ""}${digits.slice(0, -6)}.${fraction}`;
}

/** `bps` ten-thousandths of an amount, rounded half up to a whole cent. */
export function shareOf(microUsd: bigint, bps: number): bigint {
  const scaled = microUsd * BigInt(bps);
  const perCent = 10_000n * MICRO_USD_PER_CENT;
  return ((scaled + perCent / 2n) / perCent) * MICRO_USD_PER_CENT;
}
