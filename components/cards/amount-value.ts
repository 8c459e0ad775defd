import { readAmount } from "@/components/ui/amount-text";
import { microUsdFromNumber } from "@/lib/kernel/money";

/** What was typed as the schema looks at it: undefined is missing, and what is no amount is no number. */
export function amountValue(text: string): number | undefined {
  return text.trim() === "" ? undefined : (readAmount(text) ?? Number.NaN);
}

/** What is typed so far in micro-USD, for sums that are shown meanwhile; nothing of what is no amount. */
export function typedMicroUsd(text: string): bigint {
  return microUsdFromNumber(readAmount(text) ?? 0) ?? 0n;
}
