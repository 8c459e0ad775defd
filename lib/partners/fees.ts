import type { PartnerFees } from "@/lib/contract/partner";
import { shareOf } from "@/lib/kernel/money";

/** The flat fee of a withdrawal to a chain, deducted from the amount sent. Source: spec: Limits. */
export const WITHDRAWAL_FEE_MICRO_USD = 500_000n;

/** Returns the fee for funding a card with `amount`. Source: spec: Fund Card: per the partner fee configuration. */
export function fundingFee(fees: PartnerFees, amount: bigint): bigint {
  return fees.fundingFeeMicroUsd + shareOf(amount, fees.fundingFeeBps);
}

/** Returns the card's fee for a purchase in another currency than USD. Source: spec: card.transaction-event. */
export function crossBorderFee(
  fees: Pick<PartnerFees, "crossBorderFeeBps">,
  amount: bigint,
  merchantCurrency: string,
): bigint {
  return merchantCurrency === "USD" ? 0n : shareOf(amount, fees.crossBorderFeeBps);
}
