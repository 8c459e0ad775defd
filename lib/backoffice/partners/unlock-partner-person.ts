import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { findPartner } from "@/lib/backoffice/find-partner";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { forgetAttempts } from "@/lib/identity/attempts/store";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { findPersonOf } from "@/lib/people/team/find-person-of";
import type { unlockPartnerPersonContract } from "./contract";

/**
 * Clears the failed sign-in attempts of a partner's person, so that they can sign in at once. Source:
 * docs/decisions/0042-sign-in-attempts.md
 */
export const unlockPartnerPerson: AdminUseCase<typeof unlockPartnerPersonContract> = async (
  context,
) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  const { id: partnerId } = await findPartner(input.params.id);
  const { id, lockedUntil } = await findPersonOf(partnerId, input.params.personId);
  const details = { targetId: id, before: { partnerId, lockedUntil }, after: null };
  await auditAdminAction(context, "partner.unlock_person", details, () => forgetAttempts(id));
  return { unlocked: true };
};
