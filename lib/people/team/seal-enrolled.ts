import { isTotpCode, resealTotpSecret } from "@/lib/identity/second-factor/totp";
import { ServiceError } from "@/lib/kernel/errors";

interface Enrolled {
  enrolment?: string | undefined;
  totp?: string | undefined;
}

/**
 * Checks the second factor that was enrolled with an invitation and seals its secret for the new person.
 * @throws ServiceError SECOND_FACTOR_NOT_STARTED when the enrolment is not of this invitation, SECOND_FACTOR_INVALID
 * when the code of the authenticator is wrong.
 */
export function sealEnrolled(
  invitationId: string,
  personId: string,
  { enrolment, totp }: Enrolled,
  at: Date,
): string {
  const invited = { personId: invitationId, partnerId: null };
  let sealed: string;
  try {
    sealed = resealTotpSecret(enrolment ?? "", invited, { personId, partnerId: null });
  } catch (cause) {
    throw new ServiceError("SECOND_FACTOR_NOT_STARTED", { cause });
  }
  if (!isTotpCode(sealed, { personId, partnerId: null }, totp ?? "", at))
    throw new ServiceError("SECOND_FACTOR_INVALID");
  return sealed;
}
