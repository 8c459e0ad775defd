import type { AnyContract } from "@/lib/contract/contract";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { now } from "@/lib/kernel/clock";
import { auditRequest } from "./audit-request";
import { authorizeOnArrival } from "./authorize-on-arrival";
import { parse } from "./parse";
import { limitPerson, partnerSession } from "./partner-session";
import { type RouteContext, serve } from "./serve";

/**
 * Binds a contract of the audience `dashboard` to its use case: session → role → Origin → parse → run.
 * Source: design 4.
 */
export function personRoute<C extends AnyContract>(contract: C, execute: PersonUseCase<C>) {
  return (request: Request, routeContext?: RouteContext): Promise<Response> =>
    serve(contract, request, async (progress) => {
      const caller = await authorizeOnArrival(contract, request, {
        identify: () => partnerSession(contract, request, progress),
        limit: ({ person }) => limitPerson(person),
      });
      const input = await parse(contract, request, routeContext?.params, progress);
      const at = now();
      const run = () => execute({ ...caller, input, at, signal: request.signal });
      const { requestId } = progress;
      return auditRequest({ contract, person: caller.person, request, requestId, at }, input, run);
    });
}
