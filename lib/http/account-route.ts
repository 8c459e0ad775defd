import type { AnyContract } from "@/lib/contract/contract";
import type { SignedInPerson } from "@/lib/contract/person";
import type { AccountUseCase } from "@/lib/contract/use-cases";
import { partnerOfPerson } from "@/lib/identity/api-keys/partner-of-person";
import { currentPerson } from "@/lib/identity/sessions/current-person";
import { now } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { setCallerId, setCredential } from "@/lib/kernel/request-context";
import { auditRequest } from "./audit-request";
import { authorizeOnArrival } from "./authorize-on-arrival";
import { checkOrigin } from "./check-origin";
import { parse } from "./parse";
import type { Progress } from "./progress";
import { type RouteContext, serve } from "./serve";

/**
 * Identifies the person who sends the request, of any role.
 * @throws ServiceError SESSION_REQUIRED; ORIGIN_NOT_ALLOWED; PARTNER_SUSPENDED.
 */
async function identify(
  contract: AnyContract,
  request: Request,
  progress: Progress,
): Promise<SignedInPerson> {
  const person = await currentPerson(request);
  if (!person) throw new ServiceError("SESSION_REQUIRED");
  progress.personId = person.id;
  setCredential({ sessionId: person.sessionId, personId: person.id });
  if (contract.method !== "GET") checkOrigin(request);
  if (person.partnerId !== null) {
    progress.partnerId = person.partnerId;
    const { suspendedAt } = await partnerOfPerson(person.partnerId);
    if (suspendedAt) throw new ServiceError("PARTNER_SUSPENDED");
    setCallerId(person.partnerId);
  }
  return person;
}

/** Binds a contract of the audience `account` to its use case: session → Origin → parse → run. Source: design 9. */
export function accountRoute<C extends AnyContract>(contract: C, execute: AccountUseCase<C>) {
  return (request: Request, routeContext?: RouteContext): Promise<Response> =>
    serve(contract, request, async (progress) => {
      const person = await authorizeOnArrival(contract, request, {
        identify: () => identify(contract, request, progress),
        limit: ({ id }) => limitRate(`account ${id}`, RATE_LIMITS.account),
      });
      const input = await parse(contract, request, routeContext?.params, progress);
      const at = now();
      const run = () => execute({ person, input, at });
      const { requestId } = progress;
      return auditRequest({ contract, person, request, requestId, at }, input, run);
    });
}
