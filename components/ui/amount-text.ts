import { microUsdFromNumber } from "@/lib/kernel/money";

/** Digits with commas between all groups of three, or without commas. */
const PLAIN = /^(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d*)?$|^\.\d+$/;

/**
 * Parses an amount as people type it: `1,204.50`, `12`. Returns undefined for any other text, also for `0,500` and
 * `1234,500`: their comma groups no thousands, so it may be a decimal comma.
 */
export function readAmount(text: string): number | undefined {
  const plain = text.trim();
  return PLAIN.test(plain) ? Number(plain.replaceAll(",", "")) : undefined;
}

/** Converts a typed amount for the schema: undefined when empty, NaN when it is not an amount. */
export function amountValue(text: string): number | undefined {
  return text.trim() === "" ? undefined : (readAmount(text) ?? Number.NaN);
}

/** Converts a typed amount that may be left empty: null when empty, NaN when it is not an amount. */
export const optionalAmount = (text: string): number | null => amountValue(text) ?? null;

/** Returns a typed amount in micro-USD, for sums that are shown while typing; 0 when it is not an amount. */
export function typedMicroUsd(text: string): bigint {
  return microUsdFromNumber(readAmount(text) ?? 0) ?? 0n;
}
