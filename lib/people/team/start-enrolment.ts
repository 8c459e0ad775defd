import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { newTotpSecret, otpauthUrl } from "@/lib/identity/second-factor/totp";
import { ServiceError } from "@/lib/kernel/errors";
import type { startEnrolmentContract } from "./contract";
import { findInvitationOf } from "./find-invitation-of";

/**
 * Creates a TOTP secret for a person who joins the operator. The response contains it sealed for the invitation; it is
 * not stored.
 */
export const startEnrolment: VisitorUseCase<typeof startEnrolmentContract> = async ({
  input,
  at,
}) => {
  const present = await databaseTimeOf(at);
  const { id, email, partnerId } = await findInvitationOf(input.params.token, present);
  if (partnerId !== null) throw new ServiceError("INVITATION_NOT_FOUND");
  const { secret, sealed } = newTotpSecret({ personId: id, partnerId: null });
  return { secret, otpauthUrl: otpauthUrl(email, secret), enrolment: sealed };
};
