import { asOperatorsDeed } from "@/lib/audit/as-operators-deed";
import { requireSecondFactor } from "@/lib/auth/require-second-factor";
import type { AdminUseCase } from "@/lib/http/admin-route";
import { changePerson } from "@/lib/team/store";
import type { changeOperatorRoleContract } from "./contract";
import { findOperatorOf } from "./find-operator-of";
import { presentOperator } from "./present";
import { refuseUnchangedOperator } from "./refuse-unchanged";

/** Gives somebody another role, from their next request on. */
export const changeOperatorRole: AdminUseCase<typeof changeOperatorRoleContract> = async (
  context,
) => {
  const { person, input, at } = context;
  const { role, totp } = input.body;
  await requireSecondFactor(person, totp, at);
  const changed = await findOperatorOf(input.params.id, at);
  const told = { targetId: changed.id, before: { role: changed.role }, after: { role } };
  refuseUnchangedOperator(
    await asOperatorsDeed(context, "operator.role", told, () =>
      changePerson({ partnerId: null, actorId: person.id, personId: changed.id, role, at }),
    ),
  );
  return presentOperator({ ...changed, role }, person.id, at);
};
