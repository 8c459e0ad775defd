import { readAmount } from "@/components/ui/amount-text";

/** What was typed as the schema looks at it: undefined is missing, and what is no amount is no number. */
export function amountValue(text: string): number | undefined {
  return text.trim() === "" ? undefined : (readAmount(text) ?? Number.NaN);
}

/** What is typed so far, for sums that are shown meanwhile. */
export function knownAmount(text: string): number {
  return readAmount(text) ?? 0;
}
