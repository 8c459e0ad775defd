import type { PartnerFees } from "@/lib/contract/partner";
import { crossBorderFee } from "@/lib/partners/fees";

/** What a transaction was charged so far, in micro-USD. */
export interface Charged {
  /** The highest sum of holds and captures. */
  chargedMicroUsd: bigint;
  /** The cross-border fee. */
  feeMicroUsd: bigint;
}

/**
 * Returns the cross-border fee that a higher sum of holds and captures adds: the fee is charged on the highest sum, and
 * never refunded. Source: decision 0063.
 */
export function addedFee(
  fees: Pick<PartnerFees, "crossBorderFeeBps">,
  merchantCurrency: string,
  { before, chargedMicroUsd }: { before: Charged; chargedMicroUsd: bigint },
): bigint {
  if (chargedMicroUsd <= before.chargedMicroUsd) return 0n;
  const due = crossBorderFee(fees, chargedMicroUsd, merchantCurrency);
  return due > before.feeMicroUsd ? due - before.feeMicroUsd : 0n;
}
