import { currentPerson } from "@/lib/auth/current-person";
import { partnerOfPerson } from "@/lib/auth/partner-of-person";
import type { PartnerPerson } from "@/lib/auth/person";
import { ServiceError } from "@/lib/errors";
import type { CallingPartner } from "@/lib/partners/partner";
import { checkOrigin } from "./check-origin";
import type { AnyContract } from "./contract";
import type { Progress } from "./progress";
import { limitRate } from "./rate-limit";
import { rolesOf } from "./roles-of";

/** Pages ask for several things at once; nobody clicks this fast. Apart from what the partner's servers may. */
const REQUESTS_PER_S = 25;
const REQUEST_BURST = 250;

/** One of a partner's people, and whom they act for. */
export interface SessionCaller {
  partner: CallingPartner;
  person: PartnerPerson;
}

/**
 * Whom a request's session stands for: session → role → Origin → partner → rate. Source: design 4 and 9.
 * @throws ServiceError SESSION_REQUIRED; ROLE_NOT_ALLOWED for the operator's people and for a role that the contract
 * does not name; ORIGIN_NOT_ALLOWED; PARTNER_SUSPENDED; RATE_LIMITED.
 */
export async function partnerSession(
  contract: AnyContract,
  request: Request,
  progress: Progress,
): Promise<SessionCaller> {
  const person = await currentPerson(request);
  if (!person) throw new ServiceError("SESSION_REQUIRED");
  progress.personId = person.id;
  const { partnerId } = person;
  if (partnerId === null || !rolesOf(contract).includes(person.role))
    throw new ServiceError("ROLE_NOT_ALLOWED");
  progress.partnerId = partnerId;
  if (contract.method !== "GET") checkOrigin(request);
  const partner = await partnerOfPerson(partnerId);
  limitRate(person.id, REQUESTS_PER_S, REQUEST_BURST);
  return { partner, person: { ...person, partnerId } };
}
