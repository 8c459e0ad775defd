import type { AccountUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { confirmStandingFactor } from "@/lib/identity/second-factor/confirm-standing-factor";
import { newTotpSecret, otpauthUrl } from "@/lib/identity/second-factor/totp";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { startSecondFactorContract } from "./contract";
import { setPendingTotp } from "./store";

/**
 * A secret for the authenticator, which counts from its confirmation on. The password is asked for, and the second factor
 * that stands, if any: a thief's would lock the owner out, and approve payouts.
 */
export const startSecondFactor: AccountUseCase<typeof startSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  const { password, code } = input.body;
  await confirmPassword(person, password, at);
  const checkedSealed = await confirmStandingFactor(person, code, at);
  const { secret, sealed } = newTotpSecret({ personId: person.id, partnerId: person.partnerId });
  describeAudit({ targetId: person.id });
  if (!(await setPendingTotp(person.id, checkedSealed, sealed)))
    throw new ServiceError("SECOND_FACTOR_INVALID");
  return { secret, otpauthUrl: otpauthUrl(person.email, secret) };
};
