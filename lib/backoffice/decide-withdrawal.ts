import type { OperatorAction } from "@/lib/audit/actions";
import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { SignedInPerson } from "@/lib/contract/person";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { Assertion } from "@/lib/identity/passkeys/fields";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ValidationError } from "@/lib/kernel/errors";
import { type Decision, decideAndCommit } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import { approvalsNeeded } from "./approvals-needed";
import { findWithdrawal } from "./find-withdrawal";
import { giveApproval } from "./give-approval";
import { giveUp } from "./give-up";
import { presentAdminWithdrawal } from "./present";
import { refuseUnsafe } from "./refuse-unsafe";
import { refuseUnseenPayment } from "./refuse-unseen-payment";
import { type AdminWithdrawalRow, findApprover } from "./store";
import { signatureFor, type VerifiedSignature, verifySignature } from "./verify-signature";

interface Verdict {
  action: "approve" | "reject" | "fail";
  withdrawalId: string;
  totp: string | undefined;
  /** The response of the approver's passkey, in place of the code. */
  signature?: Assertion | undefined;
  reason?: string | undefined;
  /** The transaction of the payment that the withdrawal may repeat, as the approver read it. */
  samePayment?: string | undefined;
  person: SignedInPerson;
  requestId: string;
  ipAddress: string | null;
  at: Date;
}

const AUDIT_ACTIONS = {
  approve: "withdrawal.approve",
  reject: "withdrawal.reject",
  fail: "withdrawal.fail",
} as const satisfies Record<Verdict["action"], OperatorAction>;

async function decide(
  withdrawal: AdminWithdrawalRow,
  { action, person, at, reason, samePayment }: Verdict,
  verified: VerifiedSignature | undefined,
): Promise<Decision<AdminWithdrawalRow>> {
  if (action === "fail") return giveUp(withdrawal, reason, at);
  if (action === "approve") {
    const approver = { ...person, ...(await findApprover(person.id)) };
    const decision = giveApproval(withdrawal, approver, signatureFor(withdrawal, verified), at);
    refuseUnseenPayment(withdrawal, samePayment);
    await refuseUnsafe(withdrawal);
    return decision;
  }
  const { changeSet, result } = moveWithdrawal(withdrawal, "reject", { at, reason });
  return { changeSet, result: { ...withdrawal, ...result } };
}

/**
 * The state of a withdrawal in its audit entry; includes the number of approvals only where more than one is needed.
 */
function standing(withdrawal: AdminWithdrawalRow): Record<string, unknown> {
  const { status, approvals } = withdrawal;
  return approvalsNeeded(withdrawal) === 1 ? { status } : { status, approvals: approvals.length };
}

/**
 * Requires the code of the authenticator, or the signature of a passkey over the withdrawal. Returns the signature.
 * @throws ValidationError without both; ServiceError SECOND_FACTOR_INVALID, SECOND_FACTOR_LOCKED,
 * APPROVAL_SIGNATURE_INVALID, WITHDRAWAL_NOT_FOUND.
 */
async function confirm({
  withdrawalId,
  totp,
  signature,
  person,
  at,
}: Verdict): Promise<VerifiedSignature | undefined> {
  if (totp !== undefined) await requireSecondFactor(person, totp, at);
  if (signature) return verifySignature(await findWithdrawal(withdrawalId), person, signature, at);
  if (totp !== undefined) return undefined;
  const isNotEmpty = "totp should not be empty where no passkey signs";
  throw new ValidationError([{ property: "totp", constraints: { isNotEmpty } }]);
}

/**
 * Decides on a withdrawal: checks the second factor or the signature, then commits the new status with its audit entry. When several
 * decisions, or a decision and a cancellation or a signature, happen at once, one succeeds: the change is guarded by
 * the version that was read.
 */
export async function decideWithdrawal(verdict: Verdict) {
  const { action, withdrawalId: targetId, reason } = verdict;
  const verified = await confirm(verdict);
  // By a clock that is ahead, the delay of a new approver would be over.
  const at = await databaseTimeOf(verdict.at);
  const decided = await auditAdminAction(verdict, AUDIT_ACTIONS[action], { targetId }, () =>
    decideAndCommit(
      () => findWithdrawal(targetId),
      async (withdrawal) => {
        const decision = await decide(withdrawal, { ...verdict, at }, verified);
        const after = standing(decision.result);
        describeAudit({
          before: standing(withdrawal),
          after: { ...after, ...(reason === undefined ? {} : { reason }) },
        });
        return decision;
      },
    ),
  );
  return presentAdminWithdrawal(decided);
}
