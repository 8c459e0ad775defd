import type { SignedInPerson } from "@/lib/auth/person";
import { ServiceError } from "@/lib/errors";
import type { Decision, Work } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { approvalsNeeded } from "./approvals-needed";
import type { AdminWithdrawalRow } from "./store";

/** The row as it is, and another version: of two who approve at once the second reads again. */
function leftPending({ id, version, partnerId }: AdminWithdrawalRow): Work {
  return { partnerId, update: { withdrawals: [{ id, version, set: {} }] } };
}

/**
 * What a person's approval makes of a withdrawal: approved, when it is the last one that is needed, else pending with
 * one approval more. Approvals count while their givers may approve.
 * @throws ServiceError WITHDRAWAL_NOT_PENDING; SECOND_APPROVER_NEEDED for who has approved and is not enough.
 */
export function giveApproval(
  withdrawal: AdminWithdrawalRow,
  { id: personId, name }: Pick<SignedInPerson, "id" | "name">,
  at: Date,
): Decision<AdminWithdrawalRow> {
  if (withdrawal.status !== "pending") throw new ServiceError("WITHDRAWAL_NOT_PENDING");
  const isGiven = withdrawal.approvals.some((given) => given.personId === personId);
  const approvals = isGiven
    ? withdrawal.approvals
    : [...withdrawal.approvals, { personId, name, at: at.toISOString(), counts: true }];
  const isEnough = approvals.filter(({ counts }) => counts).length >= approvalsNeeded(withdrawal);
  if (isGiven && !isEnough) throw new ServiceError("SECOND_APPROVER_NEEDED");
  const { work, result } = isEnough
    ? moveWithdrawal(withdrawal, "approve", { at })
    : { work: leftPending(withdrawal), result: withdrawal };
  const row = { withdrawalId: withdrawal.id, personId, createdAt: at };
  return {
    work: isGiven ? work : { ...work, insert: { withdrawal_approvals: [row] } },
    result: { ...withdrawal, ...result, approvals },
  };
}
