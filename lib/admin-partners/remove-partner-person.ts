import { findPartner } from "@/lib/admin/find-partner";
import { asOperatorsDeed } from "@/lib/audit/as-operators-deed";
import { requireSecondFactor } from "@/lib/auth/require-second-factor";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { findPersonOf } from "@/lib/team/find-person-of";
import { refuseUnchangedPerson } from "@/lib/team/refuse-unchanged";
import { changePerson } from "@/lib/team/store";
import type { removePartnerPersonContract } from "./contract";

/**
 * Removes a partner's person as an owner would, with all of the person's API keys, so that the e-mail is free for
 * whoever it belongs to. Source: docs/decisions/0043-whose-e-mail.md
 */
export const removePartnerPerson: AdminUseCase<typeof removePartnerPersonContract> = async (
  context,
) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  const { id: partnerId } = await findPartner(input.params.id);
  const { id, name, email, role } = await findPersonOf(partnerId, input.params.personId);
  const details = { targetId: id, before: { partnerId, name, email, role }, after: null };
  const removal = { partnerId, actorId: person.id, personId: id, role: null, at };
  refuseUnchangedPerson(
    await asOperatorsDeed(context, "partner.remove_person", details, () => changePerson(removal)),
  );
  return { removed: true };
};
