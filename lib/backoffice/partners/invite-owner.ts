import { findPartner } from "@/lib/backoffice/find-partner";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { isSecondNeeded } from "@/lib/people/admin-requests/is-second-needed";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import type { inviteOwnerContract } from "./contract";
import { inviteOwnerOf } from "./invite-owner-of";

/**
 * Invites an owner of a partner, after step-up authentication. Where two administrators decide and the partner has an owner, both
 * must agree: the request of the first is pending until the second confirms it. Otherwise one could become another owner,
 * whose approval counts as that of a second person of the partner.
 * Source: docs/decisions/0030-step-up-authentication.md, docs/decisions/0105-a-second-administrator-for-every-loosening.md
 */
export const inviteOwner: AdminUseCase<typeof inviteOwnerContract> = async (context) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  const { id } = await findPartner(input.params.id);
  const { email } = input.body;
  const invitation = await inviteOwnerOf(context, id, email).catch((error: unknown) => {
    if (isSecondNeeded(error)) return undefined;
    throw error;
  });
  if (invitation) return invitation;
  const request = { kind: "partner_owner", targetId: id, details: { email } } as const;
  return { request: await requestSecondAdministrator(context, request) };
};
