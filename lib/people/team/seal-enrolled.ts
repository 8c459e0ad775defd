import { isTotpCode, resealTotpSecret } from "@/lib/identity/second-factor/totp";
import { ServiceError } from "@/lib/kernel/errors";

interface Enrolled {
  enrolment?: string | undefined;
  totp?: string | undefined;
}

/**
 * The second factor that was begun with an invitation, sealed for the person whom it makes.
 * @throws ServiceError SECOND_FACTOR_NOT_STARTED without what was begun for this invitation, SECOND_FACTOR_INVALID when
 * the authenticator does not show that it knows it.
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
