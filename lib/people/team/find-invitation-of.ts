import { ServiceError } from "@/lib/kernel/errors";
import { hashLinkToken } from "@/lib/people/link-token";
import { type FoundInvitation, findInvitation } from "./sql-store";

/**
 * Returns the invitation of a link's token.
 * @param at the present by the clock of the database: another process can have made the link
 * @throws ServiceError INVITATION_NOT_FOUND when there is none that can still be used.
 */
export async function findInvitationOf(token: string, at: Date): Promise<FoundInvitation> {
  const invitation = await findInvitation(hashLinkToken(token), at);
  if (!invitation) throw new ServiceError("INVITATION_NOT_FOUND");
  return invitation;
}
