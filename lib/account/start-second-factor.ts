import { confirmPassword } from "@/lib/auth/confirm-password";
import { newTotpSecret } from "@/lib/auth/totp";
import { describeDeed } from "@/lib/deed";
import type { PersonUseCase } from "@/lib/http/person-route";
import type { startSecondFactorContract } from "./contract";
import { setPendingTotp } from "./store";

/** What the authenticator shows beside the codes. */
const ISSUER = "Partner wallet";

function otpauthUrl(email: string, secret: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?issuer=${encodeURIComponent(ISSUER)}&secret=${secret}`;
}

/** A secret for the authenticator, which counts from its confirmation on. The password is asked for, as a thief's would lock the owner out. */
export const startSecondFactor: PersonUseCase<typeof startSecondFactorContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  await confirmPassword(person, input.body.password, at);
  const { secret, sealed } = newTotpSecret({ personId: person.id, partnerId: partner.id });
  describeDeed({ targetId: person.id });
  await setPendingTotp(person.id, sealed);
  return { secret, otpauthUrl: otpauthUrl(person.email, secret) };
};
