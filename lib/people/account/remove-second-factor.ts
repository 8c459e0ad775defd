import type { AccountUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { confirmStandingFactor } from "@/lib/identity/second-factor/confirm-standing-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { removeSecondFactorContract } from "./contract";
import { clearTotp } from "./store";

/**
 * Removes the second factor; the password alone is then enough to sign in. Where single sign-on is required, an owner with
 * break-glass access keeps it, so that somebody can still sign in while the identity provider is down.
 */
export const removeSecondFactor: AccountUseCase<typeof removeSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  if (person.partnerId === null) throw new ServiceError("SECOND_FACTOR_REQUIRED");
  const { password, code } = input.body;
  await confirmPassword(person, password, at);
  const checkedSealed = await confirmStandingFactor(person, code, at);
  describeAudit({ targetId: person.id });
  const owner = { personId: person.id, partnerId: person.partnerId };
  const outcome = await clearTotp(owner, checkedSealed, at);
  if (outcome === "last_break_glass") throw new ServiceError("LAST_BREAK_GLASS_OWNER");
  if (outcome === "changed") throw new ServiceError("SECOND_FACTOR_INVALID");
  return { hasSecondFactor: false };
};
