import { emailKeyOf } from "@/lib/auth/email-key";
import { hashPassword } from "@/lib/auth/password";
import { newRecoveryCodes } from "@/lib/auth/recovery-codes";
import { refuseWeakPassword } from "@/lib/auth/refuse-weak-password";
import { asDeed, type Deed } from "@/lib/deed";
import { ServiceError } from "@/lib/errors";
import type { VisitorUseCase } from "@/lib/http/visitor-route";
import { newId } from "@/lib/ids";
import type { acceptInvitationContract } from "./contract";
import { findInvitationOf } from "./find-invitation-of";
import { sealEnrolled } from "./seal-enrolled";
import { insertInvited } from "./store";

const UNIQUE_VIOLATION = "23505";

/** E-mails are one for everybody who signs in, whichever partner they are of. */
function refuseTaken(error: unknown): never {
  const isTaken = error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
  throw isTaken ? new ServiceError("PERSON_EXISTS", { cause: error }) : error;
}

/** Makes a person of who has the link, once. Of two at the same moment one wins. */
export const acceptInvitation: VisitorUseCase<typeof acceptInvitationContract> = async ({
  input,
  requestId,
  ipAddress,
  at,
}) => {
  const { name, password } = input.body;
  const invitation = await findInvitationOf(input.params.token, at);
  const { partnerId, email, role } = invitation;
  refuseWeakPassword("password", password, email);
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
    createdAt: at,
  };
  const deed: Deed = {
    personId,
    partnerId,
    action: "acceptInvitation",
    targetId: invitation.id,
    before: null,
    after: { name, role },
    ipAddress,
    requestId,
    at,
    isWritten: false,
  };
  const isMade = await asDeed(deed, () => insertInvited(invitation.id, person)).catch(refuseTaken);
  if (!isMade) throw new ServiceError("INVITATION_NOT_FOUND");
  return { email, ...(recovery && { recoveryCodes: recovery.codes }) };
};
