import { findPartner } from "@/lib/backoffice/find-partner";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { ServiceError } from "@/lib/kernel/errors";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import { findConnection } from "@/lib/people/sso/store";
import type { endSsoRequirementContract } from "./contract";

/**
 * Requests that a partner's people may sign in by password again, because the identity provider that the partner requires is
 * gone. Two administrators must agree in every case: one alone could otherwise weaken the sign-in of a partner.
 * Source: docs/decisions/0108-single-sign-on.md
 */
export const endSsoRequirement: AdminUseCase<typeof endSsoRequirementContract> = async (
  context,
) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  const { id: targetId } = await findPartner(input.params.id);
  const connection = await findConnection(targetId);
  if (!connection?.isOnly) throw new ServiceError("SSO_NOT_REQUIRED");
  const details = { issuer: connection.issuer };
  const request = { kind: "partner_sso", targetId, details } as const;
  return { request: await requestSecondAdministrator(context, request) };
};
