import type { AnyContract } from "@/lib/contract/contract";
import type { CallingPartner, FoundPartner } from "@/lib/contract/partner";
import type { PartnerPerson } from "@/lib/contract/person";
import { BASIC_SCOPES, scopesOf } from "@/lib/contract/scopes";
import { authenticateKey } from "@/lib/identity/api-keys/authenticate-key";
import { isAllowedFrom } from "@/lib/identity/api-keys/key-addresses";
import { keyUses } from "@/lib/identity/api-keys/key-uses";
import { readCookies } from "@/lib/identity/sessions/read-cookies";
import { sessionCookie } from "@/lib/identity/sessions/session-cookie";
import { clientAddress } from "@/lib/kernel/client-address";
import { ServiceError } from "@/lib/kernel/errors";
import { limitRate } from "@/lib/kernel/rate-limit";
import { setCallerId, setCredential } from "@/lib/kernel/request-context";
import { limitPerson, partnerSession } from "./partner-session";
import type { Progress } from "./progress";

/** The caller of an operation of the partner API: an API key, or a person of the partner. */
export interface PartnerCaller {
  partner: CallingPartner;
  person?: PartnerPerson;
}

function hasSession({ headers }: Request): boolean {
  return readCookies(headers.get("cookie"))[sessionCookie().name] !== undefined;
}

/**
 * Checks the scope of the contract against the API key. No other place checks it.
 * @throws ServiceError SCOPE_MISSING
 */
function requireScope(contract: AnyContract, { keyScopes = [] }: FoundPartner): void {
  const scopes = scopesOf(contract);
  if (scopes.some((scope) => keyScopes.includes(scope))) return;
  const isOwners = scopes.every((scope) => !BASIC_SCOPES.includes(scope));
  const text = `This API key lacks the scope ${scopes.join(" or ")}. ${isOwners ? "An owner" : "An owner or developer"} can create a key with this scope in the dashboard, under Developers.`;
  throw new ServiceError("SCOPE_MISSING", { text });
}

/**
 * Checks the client's address against the list of the API key, at each request, so that a cached key is refused too. The
 * partner sees the refusal in its request log.
 * @throws ServiceError IP_NOT_ALLOWED
 */
function requireAddress(request: Request, { keyAddresses }: FoundPartner): void {
  if (keyAddresses === undefined) return;
  const address = clientAddress(request);
  if (isAllowedFrom(keyAddresses, address)) return;
  const place = address === null ? "an unknown IP address" : `the IP address ${address}`;
  const text = `This API key cannot be used from ${place}. Use an address on the key's list, or create another key in the dashboard, under Developers.`;
  throw new ServiceError("IP_NOT_ALLOWED", { text });
}

/**
 * Identifies the caller of a request. A request with an `Authorization` header is authenticated by its API key,
 * whatever its cookies; else by its session. A request with neither is treated as one without an API key.
 * @throws ServiceError UNAUTHORIZED, PARTNER_SUSPENDED, IP_NOT_ALLOWED, SCOPE_MISSING, RATE_LIMITED for too many unknown
 * keys, and those of `partnerSession`.
 */
export async function partnerCaller(
  contract: AnyContract,
  request: Request,
  progress: Progress,
): Promise<PartnerCaller> {
  const authorization = request.headers.get("authorization");
  if (authorization === null && hasSession(request))
    return partnerSession(contract, request, progress);
  const partner = await authenticateKey(request);
  progress.partnerId = partner.id;
  progress.keyId = partner.keyId;
  setCallerId(partner.id);
  requireAddress(request, partner);
  if (partner.keyId !== undefined) {
    setCredential({ keyId: partner.keyId });
    keyUses().note(partner.keyId);
  }
  requireScope(contract, partner);
  return { partner };
}

/**
 * Applies the rate limit of the partner's servers, or of the person in the session.
 * @throws ServiceError RATE_LIMITED
 */
export function limitCaller({ partner, person }: PartnerCaller): Promise<void> {
  if (person) return limitPerson(person);
  return limitRate(partner.id, { perS: partner.requestsPerS, burst: partner.requestBurst });
}
