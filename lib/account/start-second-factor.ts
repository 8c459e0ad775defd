import { confirmPassword } from "@/lib/auth/confirm-password";
import { newTotpSecret, otpauthUrl } from "@/lib/auth/totp";
import { describeDeed } from "@/lib/deed";
import type { AccountUseCase } from "@/lib/http/account-route";
import type { startSecondFactorContract } from "./contract";
import { setPendingTotp } from "./store";

/** A secret for the authenticator, which counts from its confirmation on. The password is asked for, as a thief's would lock the owner out. */
export const startSecondFactor: AccountUseCase<typeof startSecondFactorContract> = async ({
  person,
  input,
  at,
}) => {
  await confirmPassword(person, input.body.password, at);
  const { secret, sealed } = newTotpSecret({ personId: person.id, partnerId: person.partnerId });
  describeDeed({ targetId: person.id });
  await setPendingTotp(person.id, sealed);
  return { secret, otpauthUrl: otpauthUrl(person.email, secret) };
};
