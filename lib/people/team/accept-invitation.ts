import { writeAuditEntry } from "@/lib/audit/write-audit-entry";
import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import { approvalsCountFrom } from "@/lib/identity/approvals-count-from";
import { emailKeyOf } from "@/lib/identity/email-key";
import { hashPassword } from "@/lib/identity/passwords/password";
import { refuseWeakPassword } from "@/lib/identity/passwords/refuse-weak-password";
import { newRecoveryCodes } from "@/lib/identity/second-factor/recovery-codes";
import { type AuditedAction, runAudited } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { acceptInvitationContract } from "./contract";
import { findInvitationOf } from "./find-invitation-of";
import { recoverOperator } from "./recovery/recover-operator";
import { sealEnrolled } from "./seal-enrolled";
import { type FoundInvitation, insertInvited } from "./sql-store";

/** Only this message reveals that an email has an account elsewhere: docs/decisions/0043-owner-of-an-e-mail-address.md */
const TAKEN =
  "This email already has an account with another company or the operator. If the email is yours, ask support to remove that account, then use this link again. Otherwise ask for an invitation to another email.";

/**
 * Creates the person of an invitation link, once; of two simultaneous requests one succeeds. A recovery link gives an
 * existing person new credentials instead.
 */
export const acceptInvitation: VisitorUseCase<typeof acceptInvitationContract> = async (
  context,
) => {
  const { input, requestId, ipAddress } = context;
  // The end of the link, the code of the authenticator and the delay of approvals are compared with this clock everywhere.
  const at = await databaseTimeOf(context.at);
  const { name, password } = input.body;
  const invitation = await findInvitationOf(input.params.token, at);
  const { id, partnerId, email, role, recoversId } = invitation;
  refuseWeakPassword("password", password, email);
  if (recoversId !== null)
    return recoverOperator({ id, email, personId: recoversId }, { ...context, at });
  const personId = newId("prs");
  const isOperators = partnerId === null;
  const totpSecretSealed = isOperators
    ? sealEnrolled(invitation.id, personId, input.body, at)
    : null;
  const recovery = isOperators ? newRecoveryCodes() : undefined;
  const person = {
    id: personId,
    name,
    emailKey: emailKeyOf(email),
    passwordHash: await hashPassword(password),
    totpSecretSealed,
    recoveryHashes: recovery?.hashes ?? [],
    approvesFrom: isOperators ? approvalsCountFrom(at) : null,
    createdAt: at,
  };
  const audit: AuditedAction = {
    personId,
    partnerId,
    action: "acceptInvitation",
    targetId: invitation.id,
    before: null,
    after: { name, role },
    ipAddress,
    requestId,
    at,
  };
  const isMade = await runAudited(audit, () => insertInvited(invitation.id, person)).catch(
    async (error) => {
      if (!isUniqueViolation(error)) throw error;
      await recordTaken(invitation, audit);
      throw new ServiceError("PERSON_EXISTS", { text: TAKEN, cause: error });
    },
  );
  if (!isMade) throw new ServiceError("INVITATION_NOT_FOUND");
  return { email, ...(recovery && { recoveryCodes: recovery.codes }) };
};

/**
 * Writes an audit entry in the inviter's name, so that attempts to find out which emails have accounts elsewhere are
 * visible.
 */
async function recordTaken(invitation: FoundInvitation, accepted: AuditedAction): Promise<void> {
  const { inviterId, email } = invitation;
  if (inviterId === null) return;
  const audit = {
    ...accepted,
    ...{ personId: inviterId, action: "invitation.email_taken", after: { email } },
  };
  await runAudited(audit, writeAuditEntry);
}
