import type { PersonUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { getTermsContract } from "./contract";
import { WITHDRAWAL_FEE_MICRO_USD } from "./fees";
import { BPS_PER_PERCENT } from "./fees-of-terms";
import { MAX_CARD_AMOUNT_USD, MIN_CARD_MOVE_USD, MIN_WITHDRAWAL_USD } from "./limits";

/**
 * Returns the fees and limits with which forms show the cost of an action beforehand. Source: design 7, fees; spec:
 * Limits.
 */
export const getTerms: PersonUseCase<typeof getTermsContract> = async ({ partner }) => {
  const cardMove = { min: MIN_CARD_MOVE_USD, max: MAX_CARD_AMOUNT_USD };
  return {
    fees: {
      kycFee: usdFromMicroUsd(partner.kycFeeMicroUsd),
      cardCreationFee: usdFromMicroUsd(partner.cardCreationFeeMicroUsd),
      fundingFee: usdFromMicroUsd(partner.fundingFeeMicroUsd),
      fundingFeePercent: partner.fundingFeeBps / BPS_PER_PERCENT,
      cardWithdrawalFee: usdFromMicroUsd(partner.cardWithdrawalFeeMicroUsd),
      crossBorderFeePercent: partner.crossBorderFeeBps / BPS_PER_PERCENT,
      withdrawalFee: usdFromMicroUsd(WITHDRAWAL_FEE_MICRO_USD),
    },
    limits: {
      firstAmount: { above: 0, max: MAX_CARD_AMOUNT_USD },
      cardFunding: cardMove,
      cardWithdrawal: cardMove,
      withdrawal: { min: MIN_WITHDRAWAL_USD },
    },
  };
};
