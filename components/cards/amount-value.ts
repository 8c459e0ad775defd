import { readAmount } from "@/components/ui/amount-text";
import { microUsdFromNumber } from "@/lib/kernel/money";

/** Converts a typed amount for the schema: undefined when empty, NaN when it is not an amount. */
export function amountValue(text: string): number | undefined {
  return text.trim() === "" ? undefined : (readAmount(text) ?? Number.NaN);
}

/** Returns the typed amount in micro-USD for sums shown while typing; 0 when it is not an amount. */
export function typedMicroUsd(text: string): bigint {
  return microUsdFromNumber(readAmount(text) ?? 0) ?? 0n;
}
