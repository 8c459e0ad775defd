import { emailKeyOf } from "@/lib/identity/email-key";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { newInvitationLink } from "@/lib/people/team/invitation-token";
import { DEFAULT_INVITATION_H } from "@/lib/people/team/schema";
import { insertInvitation } from "@/lib/people/team/store";

const HOUR_MS = 3_600_000;

interface FirstInvitation {
  inviteUrl: string;
  expiresAt: Date;
}

/**
 * Makes the link by which one of the first two administrators comes in, for whoever runs the service: each is of a line of
 * their own, so that they can approve as two. Undefined once two such administrators stand, or for the email of one of
 * the operator's people. A link made before for the same email ends.
 * @param email one that `email` of lib/users/fields has taken
 */
export async function inviteFirstAdmin(email: string): Promise<FirstInvitation | undefined> {
  const at = now();
  const { inviteUrl, tokenHash } = newInvitationLink();
  const expiresAt = new Date(at.getTime() + DEFAULT_INVITATION_H * HOUR_MS);
  const outcome = await insertInvitation(null, {
    id: newId("inv"),
    email,
    emailKey: emailKeyOf(email),
    role: "admin",
    tokenHash,
    invitedBy: null,
    createdAt: at,
    expiresAt,
  });
  return outcome === "done" ? { inviteUrl, expiresAt } : undefined;
}
