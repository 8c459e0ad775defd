import type { AnyContract } from "@/lib/contract/contract";
import type { CallingPartner } from "@/lib/contract/partner";
import type { PartnerPerson, SignedInPerson } from "@/lib/contract/person";
import { rolesOf } from "@/lib/contract/roles-of";
import { partnerOfPerson } from "@/lib/identity/api-keys/partner-of-person";
import { currentPerson } from "@/lib/identity/sessions/current-person";
import { ServiceError } from "@/lib/kernel/errors";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { setCallerId, setCredential } from "@/lib/kernel/request-context";
import { checkOrigin } from "./check-origin";
import type { Progress } from "./progress";

/** A person in a session, and the partner that they act for. */
export interface SessionCaller {
  partner: CallingPartner;
  person: PartnerPerson;
}

/**
 * The caller of a request with a session: session → role → Origin → partner. Source: design 4 and 9.
 * @throws ServiceError SESSION_REQUIRED; ROLE_NOT_ALLOWED for a role that the contract does not name, and for people of
 * the operator unless they view the partner's dashboard and change nothing; ORIGIN_NOT_ALLOWED; PARTNER_SUSPENDED.
 */
export async function partnerSession(
  contract: AnyContract,
  request: Request,
  progress: Progress,
): Promise<SessionCaller> {
  const person = await currentPerson(request);
  if (!person) throw new ServiceError("SESSION_REQUIRED");
  progress.personId = person.id;
  setCredential({ sessionId: person.sessionId, personId: person.id, role: person.role });
  const acting = actingPerson(person, contract);
  if (!acting || !rolesOf(contract).includes(acting.role))
    throw new ServiceError("ROLE_NOT_ALLOWED");
  progress.partnerId = acting.partnerId;
  if (contract.method !== "GET") checkOrigin(request);
  const partner = await partnerOfPerson(acting.partnerId);
  if (person.partnerId !== null) {
    if (partner.suspendedAt) throw new ServiceError("PARTNER_SUSPENDED");
    setCallerId(partner.id);
  }
  return { partner, person: acting };
}

/**
 * Applies the rate limit of a person.
 * @throws ServiceError RATE_LIMITED
 */
export function limitPerson({ id }: PartnerPerson): Promise<void> {
  return limitRate(id, RATE_LIMITS.person);
}

/** The person as a member of a partner. People of the operator get the role viewer, for reads only. */
function actingPerson(
  person: SignedInPerson,
  { method }: Pick<AnyContract, "method">,
): PartnerPerson | undefined {
  const { partnerId, viewingPartnerId } = person;
  if (partnerId !== null) return { ...person, partnerId };
  if (viewingPartnerId === null || method !== "GET") return undefined;
  return { ...person, partnerId: viewingPartnerId, role: "viewer" };
}
