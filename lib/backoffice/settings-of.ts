import type { Input } from "@/lib/contract/contract";
import type { PartnerSettings } from "@/lib/contract/partner";
import type { changePartnerContract } from "./contract";

/** Returns only the settings that a request body contains. */
export function settingsOf(
  body: Input<typeof changePartnerContract>["body"],
): Partial<PartnerSettings> {
  const named = {
    kycFeeMicroUsd: body.kycFee,
    cardCreationFeeMicroUsd: body.cardCreationFee,
    fundingFeeMicroUsd: body.fundingFee,
    fundingFeeBps: body.fundingFeePercent,
    cardWithdrawalFeeMicroUsd: body.cardWithdrawalFee,
    crossBorderFeeBps: body.crossBorderFeePercent,
    requestsPerS: body.requestsPerS,
    requestBurst: body.requestBurst,
    secondApprovalAboveMicroUsd: body.secondApprovalAbove,
  };
  const entries = Object.entries(named).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
