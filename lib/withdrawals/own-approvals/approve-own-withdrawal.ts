import type { PersonUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { publishChange } from "@/lib/kernel/changes";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { approveOwnWithdrawalContract } from "./contract";
import { refuseOnlyOwner } from "./refuse-only-owner";
import { type ApproveOutcome, approveOwn } from "./sql-store";
import { isRequestedByKey } from "./store";

const REFUSALS = {
  unknown: "WITHDRAWAL_NOT_FOUND",
  not_pending: "WITHDRAWAL_NOT_PENDING",
  not_needed: "WITHDRAWAL_NOT_WAITING",
  not_allowed: "SECOND_OWNER_NEEDED",
} as const satisfies Record<Exclude<ApproveOutcome, "done">, string>;

/**
 * Approves a withdrawal of the own partner as its second person. The withdrawal stays pending, for the operator's review.
 * Source: docs/decisions/0106-a-second-person-of-the-partner.md
 */
export const approveOwnWithdrawal: PersonUseCase<typeof approveOwnWithdrawalContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  await confirmPassword(person, input.body.password, at);
  const { id: withdrawalId } = input.params;
  if (!isId("wd", withdrawalId)) throw new ServiceError("WITHDRAWAL_NOT_FOUND");
  describeAudit({ targetId: withdrawalId });
  const approval = { withdrawalId, partnerId: partner.id, personId: person.id, at };
  const outcome = await approveOwn(approval);
  // Who requested it in a session needs another owner, however long ago the former one left.
  if (outcome === "not_allowed" && (await isRequestedByKey(withdrawalId)))
    await refuseOnlyOwner(partner.id, person.id);
  if (outcome !== "done") throw new ServiceError(REFUSALS[outcome]);
  publishChange(partner.id, ["withdrawals"]);
  return { approved: true };
};
