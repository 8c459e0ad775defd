import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { forgetAttempts } from "@/lib/identity/attempts/store";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import type { unlockOperatorContract } from "./contract";
import { findOperatorOf } from "./find-operator-of";

/**
 * Clears the failed sign-in attempts of a person, so that they can sign in at once. Source:
 * docs/decisions/0042-sign-in-attempts.md
 */
export const unlockOperator: AdminUseCase<typeof unlockOperatorContract> = async (context) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  const { id, lockedUntil } = await findOperatorOf(input.params.id, at);
  const details = { targetId: id, before: { lockedUntil }, after: null };
  await auditAdminAction(context, "operator.unlock", details, () => forgetAttempts(id));
  return { unlocked: true };
};
