import { now } from "@/lib/clock";
import { addressBucket } from "./address-bucket";
import { checkOrigin } from "./check-origin";
import { clientAddress } from "./client-address";
import type { AnyContract } from "./contract";
import { parse } from "./parse";
import { limitRate } from "./rate-limit";
import { type RouteContext, serve } from "./serve";
import type { VisitorUseCase } from "./use-cases";

/** What somebody may ask from one address. */
const REQUESTS_PER_S = 1;
const REQUEST_BURST = 20;

/** Binds a contract of the audience `visitor` to its use case: the link in the path is all the authorisation there is. */
export function visitorRoute<C extends AnyContract>(contract: C, execute: VisitorUseCase<C>) {
  return (request: Request, routeContext?: RouteContext): Promise<Response> =>
    serve(contract, request, async (progress) => {
      const ipAddress = clientAddress(request);
      if (contract.method !== "GET") checkOrigin(request);
      limitRate(`visitor ${addressBucket(ipAddress)}`, REQUESTS_PER_S, REQUEST_BURST);
      const input = await parse(contract, request, routeContext?.params, progress);
      return execute({ input, requestId: progress.requestId, ipAddress, at: now() });
    });
}
