import type { PartnerFees } from "@/lib/contract/partner";
import { crossBorderFee } from "@/lib/partners/fees";

/** What a transaction was charged so far, in micro-USD. */
export interface Charged {
  /** The highest sum of holds and captures. */
  chargedMicroUsd: bigint;
}

/**
 * Returns the cross-border fee that a higher sum of holds and captures adds: the fee is charged on the highest sum, and
 * never refunded. A fee of the partner that was changed meanwhile applies to what is added only. Source: decision 0063.
 */
export function addedFee(
  fees: Pick<PartnerFees, "crossBorderFeeBps">,
  merchantCurrency: string,
  { before, chargedMicroUsd }: { before: Charged; chargedMicroUsd: bigint },
): bigint {
  if (chargedMicroUsd <= before.chargedMicroUsd) return 0n;
  // The difference of two rounded fees, so that many small increases add up to the fee of their sum.
  const feeOn = (amount: bigint) => crossBorderFee(fees, amount, merchantCurrency);
  return feeOn(chargedMicroUsd) - feeOn(before.chargedMicroUsd);
}
