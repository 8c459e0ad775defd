import { ServiceError } from "@/lib/kernel/errors";
import { findProblem } from "@/lib/withdrawals/addresses/find-problem";
import { PROBLEM_TEXTS } from "@/lib/withdrawals/addresses/problem-texts";
import type { AdminWithdrawalRow } from "./store";

/**
 * Refuses an approval that no administrator can override.
 * @throws ServiceError WITHDRAWAL_PARTNER_SUSPENDED; WITHDRAWAL_NOT_PAYABLE for an address where the money would be
 * lost.
 */
export async function refuseUnsafe(withdrawal: AdminWithdrawalRow): Promise<void> {
  if (withdrawal.partnerSuspendedAt) throw new ServiceError("WITHDRAWAL_PARTNER_SUSPENDED");
  const problem = await findProblem(withdrawal);
  if (!problem) return;
  const text = `The address is ${PROBLEM_TEXTS[problem]}. Reject the withdrawal.`;
  throw new ServiceError("WITHDRAWAL_NOT_PAYABLE", { text });
}
