import { databaseTimeOf } from "@/lib/db/read-clock";
import { emailKeyOf } from "@/lib/identity/email-key";
import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { newInvitationLink } from "@/lib/people/team/invitation-token";
import { DEFAULT_INVITATION_H } from "@/lib/people/team/schema";
import { insertInvitation } from "@/lib/people/team/sql-store";

interface FirstInvitation {
  inviteUrl: string;
  expiresAt: Date;
}

/**
 * Creates the invitation link of one of the first two administrators, from the command line of the service. Neither of
 * the two invites the other, so they count as independent approvers. Returns undefined once two such administrators
 * exist, or when the email belongs to one of the operator's people. An earlier link for the same email ends.
 * @param email an email that `email` of lib/users/fields has accepted
 */
export async function inviteFirstAdmin(email: string): Promise<FirstInvitation | undefined> {
  const at = await databaseTimeOf(now());
  const { inviteUrl, ...link } = newInvitationLink();
  const expiresAt = new Date(at.getTime() + DEFAULT_INVITATION_H * HOUR_MS);
  const outcome = await insertInvitation(null, {
    id: newId("inv"),
    email,
    emailKey: emailKeyOf(email),
    role: "admin",
    ...link,
    invitedBy: null,
    createdAt: at,
    expiresAt,
  });
  return outcome === "done" ? { inviteUrl, expiresAt } : undefined;
}
