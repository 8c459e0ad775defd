import type { AccountUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { confirmStandingFactor } from "@/lib/identity/second-factor/confirm-standing-factor";
import { newTotpSecret, otpauthUrl } from "@/lib/identity/second-factor/totp";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { startSecondFactorContract } from "./contract";
import { setPendingTotp } from "./store";

/**
 * Creates a TOTP secret for the authenticator; the secret is pending until it is confirmed. The request needs the
 * password and a code of the present second factor, if any: with a stolen session alone a thief could otherwise lock
 * the owner out and approve payouts.
 */
export const startSecondFactor: AccountUseCase<typeof startSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  const { password, code } = input.body;
  const passwordHash = await confirmPassword(person, password, at);
  const totpSecretSealed = await confirmStandingFactor(person, code, at);
  const checked = { personId: person.id, passwordHash, totpSecretSealed };
  const { secret, sealed } = newTotpSecret({ personId: person.id, partnerId: person.partnerId });
  describeAudit({ targetId: person.id });
  if (!(await setPendingTotp(checked, sealed))) throw new ServiceError("PASSWORD_INVALID");
  return { secret, otpauthUrl: otpauthUrl(person.email, secret) };
};
