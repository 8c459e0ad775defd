import type { AdminWithdrawalRow } from "./store";

type Terms = Pick<AdminWithdrawalRow, "amountMicroUsd" | "secondApprovalAboveMicroUsd">;

/** How many different people must approve a withdrawal, by its partner's settings as they are. Source: issue 6, second approver. */
export function approvalsNeeded({ amountMicroUsd, secondApprovalAboveMicroUsd }: Terms): 1 | 2 {
  const isLarge =
    secondApprovalAboveMicroUsd !== null && amountMicroUsd > secondApprovalAboveMicroUsd;
  return isLarge ? 2 : 1;
}
