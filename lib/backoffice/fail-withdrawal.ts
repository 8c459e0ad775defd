import type { AdminUseCase } from "@/lib/contract/use-cases";
import { publishChange } from "@/lib/kernel/changes";
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
  // The alerts about its payout were closed with it: prisma/sql/public.close_payout_alerts.sql.
  publishChange(null, ["alerts"]);
  return failed;
};
