import { microUsdFromNumber } from "@/lib/kernel/money";

/** Parses an amount as people type it: `1,204.50`, `12`. Returns undefined for any other text. */
export function readAmount(text: string): number | undefined {
  const plain = text.trim().replace(/,(?=\d{3}(\D|$))/g, "");
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : undefined;
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
