import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { getInvitationContract } from "./contract";
import { findInvitationOf } from "./find-invitation-of";

/** Returns the partner, the inviter and the invited email for the page behind an invitation link. */
export const getInvitation: VisitorUseCase<typeof getInvitationContract> = async ({
  input,
  at,
}) => {
  const { partnerName, email, role, invitedBy, expiresAt, recoversId } = await findInvitationOf(
    input.params.token,
    await databaseTimeOf(at),
  );
  return {
    ...(partnerName !== null && { partnerName }),
    email,
    role,
    invitedBy,
    ...(recoversId !== null && { isRecovery: true as const }),
    expiresAt: expiresAt.toISOString(),
  };
};
