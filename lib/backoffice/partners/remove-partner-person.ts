import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { findPartner } from "@/lib/backoffice/find-partner";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { findPersonOf } from "@/lib/people/team/find-person-of";
import { refuseUnchangedPerson } from "@/lib/people/team/refuse-unchanged";
import { changePerson } from "@/lib/people/team/sql-store";
import type { removePartnerPersonContract } from "./contract";

/**
 * Removes a partner's person as an owner would, with all of the person's API keys, so that the email becomes available
 * to its true owner. Source: docs/decisions/0043-owner-of-an-e-mail-address.md
 */
export const removePartnerPerson: AdminUseCase<typeof removePartnerPersonContract> = async (
  context,
) => {
  const { person, input } = context;
  await requireSecondFactor(person, input.body.totp, context.at);
  const { id: partnerId } = await findPartner(input.params.id);
  const { id, name, email, role } = await findPersonOf(partnerId, input.params.personId);
  const details = { targetId: id, before: { partnerId, name, email, role }, after: null };
  const at = await databaseTimeOf(context.at);
  const removal = { partnerId, actorId: person.id, personId: id, role: null, at };
  refuseUnchangedPerson(
    await auditAdminAction(context, "partner.remove_person", details, () => changePerson(removal)),
  );
  return { removed: true };
};
