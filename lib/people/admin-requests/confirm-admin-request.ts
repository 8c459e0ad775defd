import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { approvalsCountFrom } from "@/lib/identity/approvals-count-from";
import { emailKeyOf } from "@/lib/identity/email-key";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { HOUR_MS } from "@/lib/kernel/durations";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { newInvitationLink } from "@/lib/people/team/invitation-token";
import { DEFAULT_INVITATION_H } from "@/lib/people/team/schema";
import { presentPolicy } from "@/lib/withdrawals/policy/present";
import { findPolicy } from "@/lib/withdrawals/policy/store";
import { termsOf } from "@/lib/withdrawals/policy/stored-terms";
import type { confirmAdminRequestContract } from "./contract";
import { findRequestOf } from "./find-request-of";
import { refuseUnconfirmed } from "./refuse-unconfirmed";
import type { AdminRequestKind } from "./schema";
import { type AdminRequestRow, confirmRequest } from "./store";
import { presentStoredSettings } from "./stored-settings";

/** The requests whose confirmation makes an invitation. */
const INVITING: ReadonlySet<AdminRequestKind> = new Set(["operator_invitation", "partner_owner"]);
/** The validity of the link with which an operator sets a new second factor. */
const RESET_LINK_H = 24;
const inUsd = (microUsd: string | null | undefined) =>
  microUsd == null ? null : usdFromMicroUsd(BigInt(microUsd));

const NOTHING_SCHEDULED = { nextAllowList: null, nextWaitH: null, nextAt: null };

/**
 * The payout policy before and after a confirmed change, with what an owner scheduled. The policy that is read is the one that
 * is changed: the confirmation refuses another version.
 */
async function policiesOf({ targetId, details }: AdminRequestRow, at: Date) {
  const { toPolicy, keepsSchedule } = details;
  const row = await findPolicy(targetId);
  const terms = toPolicy && termsOf(toPolicy);
  const changed = { ...row, ...terms, ...(keepsSchedule ? {} : NOTHING_SCHEDULED) };
  return { before: presentPolicy(row, at), after: presentPolicy(changed, at) };
}

/** The audit entry of the change, in the same form as for a change by one administrator. */
async function entryOf(row: AdminRequestRow, madeId: string, at: Date) {
  const { id, kind, targetId, details, requestedBy } = row;
  const request = { requestId: id, requestedBy };
  const { email, fromRole, role, fromMicroUsd, toMicroUsd } = details;
  switch (kind) {
    case "operator_invitation":
      return {
        action: "operator.invite" as const,
        entry: { targetId: madeId, before: null, after: { email, role, ...request } },
      };
    case "operator_role":
      return {
        action: "operator.role" as const,
        entry: { targetId, before: { role: fromRole }, after: { role, ...request } },
      };
    case "operator_second_factor":
      return {
        action: "operator.reset_second_factor" as const,
        entry: { targetId, before: null, after: { ...request } },
      };
    case "second_approval":
      return {
        action: "partner.settings" as const,
        entry: {
          targetId,
          before: { secondApprovalAbove: inUsd(fromMicroUsd) },
          after: { secondApprovalAbove: inUsd(toMicroUsd), ...request },
        },
      };
    case "partner_settings":
      return {
        action: "partner.settings" as const,
        entry: {
          targetId,
          before: presentStoredSettings(details.fromSettings ?? {}),
          after: { ...presentStoredSettings(details.toSettings ?? {}), ...request },
        },
      };
    case "partner_sso":
      return {
        action: "partner.end_sso_requirement" as const,
        entry: {
          targetId,
          before: { issuer: details.issuer, singleSignOnRequired: true },
          after: { singleSignOnRequired: false, ...request },
        },
      };
    case "partner_owner":
      return {
        action: "partner.invite" as const,
        entry: { targetId, before: null, after: { email, role: "owner", ...request } },
      };
    case "payout_policy": {
      const { before, after } = await policiesOf(row, at);
      return {
        action: "partner.payout_policy" as const,
        entry: { targetId, before, after: { ...after, ...request } },
      };
    }
  }
}

/**
 * Makes the change that another administrator requested, after a check of a second-factor code. The link of a confirmed
 * invitation is returned to the administrator who confirms, and sent to nobody: the requester chose the address. The link of a
 * reset second factor is sent to its operator alone.
 * Source: docs/decisions/0045-one-administrator-is-not-two.md
 */
export const confirmAdminRequest: AdminUseCase<typeof confirmAdminRequestContract> = async (
  context,
) => {
  const { person, input } = context;
  await requireSecondFactor(person, input.body.totp, context.at);
  // By a clock that is ahead, the delay of a new administrator would be over, and a scheduled change would apply.
  const at = await databaseTimeOf(context.at);
  const request = await findRequestOf(input.params.id, person.id, at);
  const isReset = request.kind === "operator_second_factor";
  const { inviteUrl, ...link } = newInvitationLink();
  // Only the operator whose second factor is reset gets the link.
  if (isReset && !link.mail) throw new ServiceError("MAIL_NOT_CONFIGURED");
  const hours = isReset ? RESET_LINK_H : DEFAULT_INVITATION_H;
  const expiresAt = new Date(at.getTime() + hours * HOUR_MS);
  const invitation = { id: newId("inv"), ...link, expiresAt };
  const { action, entry } = await entryOf(request, invitation.id, at);
  const outcome = await auditAdminAction(context, action, entry, () =>
    confirmRequest({
      requestId: request.id,
      confirmerId: person.id,
      at,
      invitation,
      emailKey: request.details.email && emailKeyOf(request.details.email),
      approvesFrom: approvalsCountFrom(at),
    }),
  );
  refuseUnconfirmed(outcome);
  callerCache().forget();
  return { confirmed: true, ...(INVITING.has(request.kind) && { inviteUrl }) };
};
