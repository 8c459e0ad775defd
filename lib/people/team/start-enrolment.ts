import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { newTotpSecret, otpauthUrl } from "@/lib/identity/second-factor/totp";
import { ServiceError } from "@/lib/kernel/errors";
import type { startEnrolmentContract } from "./contract";
import { findInvitationOf } from "./find-invitation-of";

/** A secret for the authenticator of who joins the operator's people. Sealed for the invitation, it is kept nowhere. */
export const startEnrolment: VisitorUseCase<typeof startEnrolmentContract> = async ({
  input,
  at,
}) => {
  const { id, email, partnerId } = await findInvitationOf(input.params.token, at);
  if (partnerId !== null) throw new ServiceError("INVITATION_NOT_FOUND");
  const { secret, sealed } = newTotpSecret({ personId: id, partnerId: null });
  return { secret, otpauthUrl: otpauthUrl(email, secret), enrolment: sealed };
};
