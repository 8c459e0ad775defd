import type { AnyContract } from "@/lib/contract/contract";
import type { SignedInPerson } from "@/lib/contract/person";
import { rolesOf } from "@/lib/contract/roles-of";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { currentPerson } from "@/lib/identity/sessions/current-person";
import { clientAddress } from "@/lib/kernel/client-address";
import { now } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { setCredential } from "@/lib/kernel/request-context";
import { authorizeOnArrival } from "./authorize-on-arrival";
import { checkOrigin } from "./check-origin";
import { parse } from "./parse";
import type { Progress } from "./progress";
import { recordRefusal } from "./record-refusal";
import { type RouteContext, serve } from "./serve";

/**
 * @throws ServiceError SESSION_REQUIRED without a session; ROLE_NOT_ALLOWED for people of a partner and for roles of
 * the operator that the contract does not allow; ORIGIN_NOT_ALLOWED.
 */
async function identify(
  contract: AnyContract,
  request: Request,
  progress: Progress,
): Promise<SignedInPerson> {
  const person = await currentPerson(request);
  if (!person) throw new ServiceError("SESSION_REQUIRED");
  if (person.partnerId !== null || !rolesOf(contract).includes(person.role))
    throw new ServiceError("ROLE_NOT_ALLOWED");
  progress.personId = person.id;
  setCredential({ sessionId: person.sessionId, personId: person.id, role: person.role });
  if (contract.method !== "GET") checkOrigin(request);
  return person;
}

/**
 * Binds a contract of the audience `admin` to its use case: session → role → Origin → rate → parse → run. Source: design 9.
 */
export function adminRoute<C extends AnyContract>(contract: C, execute: AdminUseCase<C>) {
  return (request: Request, routeContext?: RouteContext): Promise<Response> =>
    serve(contract, request, async (progress) => {
      const person = await authorizeOnArrival(contract, request, {
        identify: () => identify(contract, request, progress),
        limit: ({ id }) => limitRate(`operator ${id}`, RATE_LIMITS.operator),
      });
      const input = await parse(contract, request, routeContext?.params, progress);
      const { requestId } = progress;
      const ipAddress = clientAddress(request);
      const at = now();
      return recordRefusal({ contract, person, request, requestId, at }, input, () =>
        execute({ person, input, requestId, ipAddress, at, signal: request.signal }),
      );
    });
}
