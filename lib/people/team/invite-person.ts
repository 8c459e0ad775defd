import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { emailKeyOf } from "@/lib/identity/email-key";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import type { invitePersonContract } from "./contract";
import { newInvitationLink } from "./invitation-token";
import { presentInvitation } from "./present";
import { refuseUninvited } from "./refuse-uninvited";
import { insertInvitation } from "./sql-store";

/**
 * Creates an invitation link for one person after step-up authentication with the password. The link is also sent by
 * e-mail where the service sends any; otherwise the inviter passes it on.
 * Source: docs/decisions/0030-step-up-authentication.md
 */
export const invitePerson: PersonUseCase<typeof invitePersonContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { email, role, expiresInHours, password } = input.body;
  await confirmPassword(person, password, at);
  const { inviteUrl, ...link } = newInvitationLink();
  const createdAt = await databaseTimeOf(at);
  const expiresAt = new Date(createdAt.getTime() + expiresInHours * HOUR_MS);
  const invitation = { id: newId("inv"), email, role, createdAt, expiresAt };
  describeAudit({
    targetId: invitation.id,
    after: { email, role, expiresAt: expiresAt.toISOString() },
  });
  const row = { ...invitation, emailKey: emailKeyOf(email), ...link, invitedBy: person.id };
  refuseUninvited(await insertInvitation(partner.id, row));
  return { ...presentInvitation({ ...invitation, invitedBy: person.name }), inviteUrl };
};
