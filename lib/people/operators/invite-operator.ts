import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { emailKeyOf } from "@/lib/identity/email-key";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { isSecondNeeded } from "@/lib/people/admin-requests/is-second-needed";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import { newInvitationLink } from "@/lib/people/team/invitation-token";
import { refuseUninvited } from "@/lib/people/team/refuse-uninvited";
import { DEFAULT_INVITATION_H } from "@/lib/people/team/schema";
import { insertInvitation } from "@/lib/people/team/sql-store";
import type { inviteOperatorContract } from "./contract";
import { presentOperatorInvitation } from "./present";

/**
 * Creates an invitation link for one person. The link is also sent by e-mail where the service sends any; otherwise the
 * inviter passes it on. When some withdrawals need two approvals, two administrators must agree to invite an admin or approver: the request of the
 * first is pending until the second confirms it.
 * Source: docs/decisions/0045-one-administrator-is-not-two.md
 */
export const inviteOperator: AdminUseCase<typeof inviteOperatorContract> = async (context) => {
  const { person, input, at } = context;
  const { email, role, totp } = input.body;
  await requireSecondFactor(person, totp, at);
  const { inviteUrl, ...link } = newInvitationLink();
  const createdAt = await databaseTimeOf(at);
  const expiresAt = new Date(createdAt.getTime() + DEFAULT_INVITATION_H * HOUR_MS);
  const invitation = { id: newId("inv"), email, role, createdAt, expiresAt };
  const row = { ...invitation, emailKey: emailKeyOf(email), ...link, invitedBy: person.id };
  const details = { targetId: invitation.id, before: null, after: { email, role } };
  const outcome = await auditAdminAction(context, "operator.invite", details, () =>
    insertInvitation(null, row),
  ).catch((error: unknown) => {
    if (isSecondNeeded(error)) return "second_needed" as const;
    throw error;
  });
  if (outcome === "second_needed")
    return {
      request: await requestSecondAdministrator(context, {
        kind: "operator_invitation",
        targetId: row.emailKey,
        details: { email, role },
      }),
    };
  refuseUninvited(outcome);
  return {
    ...presentOperatorInvitation({ ...invitation, invitedBy: person.name, isRecovery: false }),
    inviteUrl,
  };
};
