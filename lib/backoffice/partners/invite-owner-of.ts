import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { emailKeyOf } from "@/lib/identity/email-key";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { newInvitationLink } from "@/lib/people/team/invitation-token";
import { presentInvitation } from "@/lib/people/team/present";
import { refuseUninvited } from "@/lib/people/team/refuse-uninvited";
import { DEFAULT_INVITATION_H } from "@/lib/people/team/schema";
import { insertInvitation } from "@/lib/people/team/sql-store";

/**
 * Creates the invitation link of an owner.
 * @throws ServiceError PERSON_EXISTS when the partner has a person with that email; ROLE_NOT_ALLOWED when the inviter
 * lost their role meanwhile.
 */
export async function inviteOwnerOf<C extends AnyContract>(
  context: AdminContext<C>,
  partnerId: string,
  email: string,
) {
  const { person, at } = context;
  const { inviteUrl, ...link } = newInvitationLink();
  const createdAt = await databaseTimeOf(at);
  const expiresAt = new Date(createdAt.getTime() + DEFAULT_INVITATION_H * HOUR_MS);
  const invitation = { id: newId("inv"), email, role: "owner" as const, createdAt, expiresAt };
  const details = { targetId: partnerId, before: null, after: { email, role: invitation.role } };
  const row = { ...invitation, emailKey: emailKeyOf(email), ...link, invitedBy: person.id };
  refuseUninvited(
    await auditAdminAction(context, "partner.invite", details, () =>
      insertInvitation(partnerId, row),
    ),
  );
  return { ...presentInvitation({ ...invitation, invitedBy: person.name }), inviteUrl };
}
