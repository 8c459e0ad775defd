import type { z } from "zod";
import type { PartnerFees } from "@/lib/contract/partner";
import { microUsdFromUsd } from "@/lib/kernel/money";
import type { termsSchema } from "./contract";

export const BPS_PER_PERCENT = 100;

/**
 * Converts the fees of a Get Terms response to exact amounts, so that forms can compute costs with the ledger's own
 * functions.
 */
export function feesOfTerms({ fees }: z.output<typeof termsSchema>): PartnerFees {
  return {
    kycFeeMicroUsd: microUsdFromUsd(fees.kycFee),
    cardCreationFeeMicroUsd: microUsdFromUsd(fees.cardCreationFee),
    fundingFeeMicroUsd: microUsdFromUsd(fees.fundingFee),
    fundingFeeBps: Math.round(fees.fundingFeePercent * BPS_PER_PERCENT),
    cardWithdrawalFeeMicroUsd: microUsdFromUsd(fees.cardWithdrawalFee),
    crossBorderFeeBps: Math.round(fees.crossBorderFeePercent * BPS_PER_PERCENT),
  };
}
