import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { approveWithdrawalContract } from "./contract";
import { decideWithdrawal } from "./decide-withdrawal";

/**
 * Approves a pending withdrawal, so that the payout can be sent. Publishes no event. Source: spec: Wallet withdrawal.
 */
export const approveWithdrawal: AdminUseCase<typeof approveWithdrawalContract> = ({
  input,
  ...context
}) =>
  decideWithdrawal({
    ...context,
    action: "approve",
    withdrawalId: input.params.id,
    totp: input.body.totp,
  });
