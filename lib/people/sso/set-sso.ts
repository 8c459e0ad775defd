import type { PersonUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { seal } from "@/lib/kernel/seal";
import type { setSsoContract } from "./contract";
import { readSso } from "./get-sso";
import { secretPlace } from "./sign-in/connection";
import { DiscoveryFault, discover } from "./sign-in/discover";
import { type ConnectionRow, findConnection, saveConnection } from "./store";
import { isPresent } from "./version";

async function checkIssuer(issuer: string): Promise<void> {
  try {
    await discover(issuer);
  } catch (error) {
    if (!(error instanceof DiscoveryFault)) throw error;
    const text = `The identity provider's configuration could not be used. ${error.message}`;
    throw new ServiceError("SSO_ISSUER_UNUSABLE", { text, cause: error });
  }
}

/** Seals a new secret; keeps the present one only for the same issuer, which alone may see it. */
function sealedSecret(
  place: Pick<ConnectionRow, "id" | "partnerId">,
  given: { issuer: string; clientSecret?: string | undefined },
  former: ConnectionRow | undefined,
): string {
  if (given.clientSecret !== undefined) return seal(given.clientSecret, secretPlace(place));
  if (former?.issuer === given.issuer) return former.clientSecretSealed;
  const isNotEmpty = "clientSecret should not be empty for a new issuer";
  throw new ValidationError([{ property: "clientSecret", constraints: { isNotEmpty } }]);
}

/**
 * Saves the identity provider after step-up authentication with the password and a check of its configuration. Rules for
 * roles let the provider raise people, so they take the password as a raise by an owner does.
 * @throws ServiceError SSO_IS_REQUIRED for another issuer while single sign-on is required; SSO_CHANGED when an owner has
 * changed the connection since the caller read it.
 */
export const setSso: PersonUseCase<typeof setSsoContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { issuer, clientId, clientSecret, roleClaim, roleRules, version, password } = input.body;
  await confirmPassword(person, password, at);
  const former = await findConnection(partner.id);
  if (!isPresent(version, former)) throw new ServiceError("SSO_CHANGED");
  const place = { id: former?.id ?? newId("sso"), partnerId: partner.id };
  const clientSecretSealed = sealedSecret(place, { issuer, clientSecret }, former);
  await checkIssuer(issuer);
  describeAudit({
    targetId: place.id,
    before: former
      ? { issuer: former.issuer, clientId: former.clientId, roleRules: former.roleRules }
      : null,
    after: { issuer, clientId, roleClaim, roleRules, newSecret: clientSecret !== undefined },
  });
  const fields = { issuer, clientId, clientSecretSealed, roleClaim, roleRules, changedAt: at };
  const outcome = await saveConnection({ ...place, ...fields }, version);
  if (outcome === "required") throw new ServiceError("SSO_IS_REQUIRED");
  if (outcome === "changed") throw new ServiceError("SSO_CHANGED");
  return readSso(partner.id);
};
