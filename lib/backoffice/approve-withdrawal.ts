import type { AdminUseCase } from "@/lib/contract/use-cases";
import { isServiceError } from "@/lib/kernel/errors";
import type { approveWithdrawalContract } from "./contract";
import { decideWithdrawal } from "./decide-withdrawal";
import { recordHit } from "./screening/record-hit";

/**
 * Approves a pending withdrawal, so that the payout can be sent. Publishes no event. Source: spec: Wallet withdrawal.
 */
export const approveWithdrawal: AdminUseCase<typeof approveWithdrawalContract> = async ({
  input,
  ...context
}) => {
  const { id: withdrawalId } = input.params;
  const { totp, signature, samePayment } = input.body;
  try {
    const confirmed = { withdrawalId, totp, signature, samePayment };
    return await decideWithdrawal({ ...context, action: "approve", ...confirmed });
  } catch (error) {
    if (isServiceError(error) && error.code === "WITHDRAWAL_SCREENED")
      await recordHit(withdrawalId, context.at);
    throw error;
  }
};
