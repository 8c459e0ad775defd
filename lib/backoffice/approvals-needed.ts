import type { AdminWithdrawalRow } from "./store";

type Terms = Pick<AdminWithdrawalRow, "amountMicroUsd" | "secondApprovalAboveMicroUsd">;

/**
 * Returns how many different people must approve a withdrawal under its partner's present settings. Source:
 * docs/decisions/0020-second-approver.md
 */
export function approvalsNeeded({ amountMicroUsd, secondApprovalAboveMicroUsd }: Terms): 1 | 2 {
  const isLarge =
    secondApprovalAboveMicroUsd !== null && amountMicroUsd > secondApprovalAboveMicroUsd;
  return isLarge ? 2 : 1;
}
