import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { revokeInvitationContract } from "./contract";
import { revokeInvitation as storeRevocation } from "./store";

/** Revokes an invitation: its link can no longer be used. */
export const revokeInvitation: PersonUseCase<typeof revokeInvitationContract> = async ({
  partner,
  input,
  at,
}) => {
  const { invitationId } = input.params;
  const isKnown = isId("inv", invitationId);
  if (!isKnown || !(await storeRevocation(partner.id, invitationId, await databaseTimeOf(at))))
    throw new ServiceError("INVITATION_NOT_FOUND");
  return { revoked: true };
};
