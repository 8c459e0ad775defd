import type { VisitorContext } from "@/lib/contract/use-cases";
import { approvalsCountFrom } from "@/lib/identity/approvals-count-from";
import { hashPassword } from "@/lib/identity/passwords/password";
import { newRecoveryCodes } from "@/lib/identity/second-factor/recovery-codes";
import { runAudited } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { acceptInvitationContract } from "../contract";
import { sealEnrolled } from "../seal-enrolled";
import { applyRecovery } from "./sql-store";

interface Recovery {
  id: string;
  email: string;
  /** The operator who is recovered. */
  personId: string;
}

/**
 * Gives an operator a new password, authenticator and recovery codes by the link of `npm run recover-operator`, or of a
 * reset that two administrators agreed on. All their sessions end. Source: docs/decisions/0026-operators.md,
 * docs/decisions/0107-recovery-of-operators.md
 * The time of the context is the database's.
 * @throws ServiceError INVITATION_NOT_FOUND; SECOND_FACTOR_NOT_STARTED, SECOND_FACTOR_INVALID.
 */
export async function recoverOperator(
  { id, email, personId }: Recovery,
  { input, requestId, ipAddress, at }: VisitorContext<typeof acceptInvitationContract>,
): Promise<{ email: string; recoveryCodes: string[] }> {
  const totpSecretSealed = sealEnrolled(id, personId, input.body, at);
  const { codes, hashes } = newRecoveryCodes();
  const credentials = {
    passwordHash: await hashPassword(input.body.password),
    totpSecretSealed,
    recoveryHashes: hashes,
    approvesFrom: approvalsCountFrom(at),
  };
  const context = {
    personId,
    partnerId: null,
    ...{ action: "operator.recover", targetId: personId, before: null, after: null },
    ...{ ipAddress, requestId, at },
  };
  if (!(await runAudited(context, () => applyRecovery(id, credentials, at))))
    throw new ServiceError("INVITATION_NOT_FOUND");
  return { email, recoveryCodes: codes };
}
