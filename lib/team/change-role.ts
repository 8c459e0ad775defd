import { describeDeed } from "@/lib/deed";
import type { PersonUseCase } from "@/lib/http/person-route";
import type { changeRoleContract } from "./contract";
import { findPersonOf } from "./find-person-of";
import { presentPerson } from "./present";
import { refuseUnchanged } from "./refuse-unchanged";
import { changePerson } from "./store";

/** Gives somebody another role, from their next request on. */
export const changeRole: PersonUseCase<typeof changeRoleContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { role } = input.body;
  const changed = await findPersonOf(partner.id, input.params.personId);
  describeDeed({ before: { role: changed.role }, after: { role } });
  refuseUnchanged(
    await changePerson({
      partnerId: partner.id,
      actorId: person.id,
      personId: changed.id,
      role,
      at,
    }),
  );
  return presentPerson({ ...changed, role }, person.id);
};
