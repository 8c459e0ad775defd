import { signaturesNeeded } from "@/lib/withdrawals/signed-approvals/signature-needs";
import type { AdminWithdrawalRow } from "./store";

type Terms = Pick<
  AdminWithdrawalRow,
  "amountMicroUsd" | "feeMicroUsd" | "secondApprovalAboveMicroUsd"
>;

/**
 * Returns how many different people must approve a withdrawal under its partner's present settings, and under the
 * service's settings of signed approvals. Source: docs/decisions/0020-second-approver.md,
 * docs/decisions/0103-signed-approvals.md
 */
export function approvalsNeeded({
  amountMicroUsd,
  feeMicroUsd,
  secondApprovalAboveMicroUsd,
}: Terms): 1 | 2 {
  const isLarge =
    secondApprovalAboveMicroUsd !== null && amountMicroUsd > secondApprovalAboveMicroUsd;
  return isLarge || signaturesNeeded(amountMicroUsd - feeMicroUsd) > 1 ? 2 : 1;
}
