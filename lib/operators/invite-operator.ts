import { asOperatorsDeed } from "@/lib/audit/as-operators-deed";
import { emailKeyOf } from "@/lib/auth/email-key";
import { requireSecondFactor } from "@/lib/auth/require-second-factor";
import type { AdminUseCase } from "@/lib/http/admin-route";
import { newId } from "@/lib/ids";
import { newInvitationLink } from "@/lib/team/invitation-token";
import { refuseUninvited } from "@/lib/team/refuse-uninvited";
import { DEFAULT_INVITATION_H } from "@/lib/team/schema";
import { insertInvitation } from "@/lib/team/store";
import type { inviteOperatorContract } from "./contract";
import { presentOperatorInvitation } from "./present";

const HOUR_MS = 3_600_000;

/** Makes a link for one person, which whoever invites passes on: there is no mail. */
export const inviteOperator: AdminUseCase<typeof inviteOperatorContract> = async (context) => {
  const { person, input, at } = context;
  const { email, role, totp } = input.body;
  await requireSecondFactor(person, totp, at);
  const { inviteUrl, tokenHash } = newInvitationLink();
  const expiresAt = new Date(at.getTime() + DEFAULT_INVITATION_H * HOUR_MS);
  const invitation = { id: newId("inv"), email, role, createdAt: at, expiresAt };
  const row = { ...invitation, emailKey: emailKeyOf(email), tokenHash, invitedBy: person.id };
  const told = { targetId: invitation.id, before: null, after: { email, role } };
  refuseUninvited(
    await asOperatorsDeed(context, "operator.invite", told, () => insertInvitation(null, row)),
  );
  return { ...presentOperatorInvitation({ ...invitation, invitedBy: person.name }), inviteUrl };
};
