import { asOperatorsDeed } from "@/lib/audit/as-operators-deed";
import { forgetAttempts } from "@/lib/auth/attempts/store";
import { requireSecondFactor } from "@/lib/auth/require-second-factor";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { unlockOperatorContract } from "./contract";
import { findOperatorOf } from "./find-operator-of";

/** Lets one of the operator's people try again at once. Source: docs/decisions/0042-sign-in-attempts.md */
export const unlockOperator: AdminUseCase<typeof unlockOperatorContract> = async (context) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  const { id, lockedUntil } = await findOperatorOf(input.params.id, at);
  const details = { targetId: id, before: { lockedUntil }, after: null };
  await asOperatorsDeed(context, "operator.unlock", details, () => forgetAttempts(id));
  return { unlocked: true };
};
