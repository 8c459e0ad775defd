import type { AccountUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { confirmStandingFactor } from "@/lib/identity/second-factor/confirm-standing-factor";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { removeSecondFactorContract } from "./contract";
import { clearTotp } from "./store";

/** Removes the second factor; the password alone is then enough to sign in. */
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
  if (!(await clearTotp(person.id, checkedSealed, at)))
    throw new ServiceError("SECOND_FACTOR_INVALID");
  return { hasSecondFactor: false };
};
