import { closeAlert } from "@/lib/alerts/close-alert";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { failWithdrawalContract } from "./contract";
import { decideWithdrawal } from "./decide-withdrawal";

/**
 * Marks an approved withdrawal that cannot be sent as failed; its amount is available again at once. Source: threat 8.
 */
export const failWithdrawal: AdminUseCase<typeof failWithdrawalContract> = async ({
  input,
  ...context
}) => {
  const withdrawalId = input.params.id;
  const { reason, totp } = input.body;
  const failed = await decideWithdrawal({ ...context, action: "fail", withdrawalId, totp, reason });
  await closeAlert({ kind: "token_refuses", subject: withdrawalId });
  await closeAlert({ kind: "payout_screened", subject: withdrawalId });
  await closeAlert({ kind: "payout_unsigned", subject: withdrawalId });
  return failed;
};
