import type { PartnerFees } from "@/lib/contract/partner";
import { shareOf } from "@/lib/kernel/money";

/** What funding a card with `amount` costs. Source: spec: Fund Card: per the partner fee configuration. */
export function fundingFee(fees: PartnerFees, amount: bigint): bigint {
  return fees.fundingFeeMicroUsd + shareOf(amount, fees.fundingFeeBps);
}

/** What a purchase in another currency than USD costs the card. Source: spec: card.transaction-event. */
export function crossBorderFee(
  fees: PartnerFees,
  amount: bigint,
  merchantCurrency: string,
): bigint {
  return merchantCurrency === "USD" ? 0n : shareOf(amount, fees.crossBorderFeeBps);
}
