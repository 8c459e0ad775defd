import type { AnyContract } from "@/lib/contract/contract";
import type { VisitorUseCase } from "@/lib/contract/use-cases";
import { addressBucket } from "@/lib/kernel/address-bucket";
import { clientAddress } from "@/lib/kernel/client-address";
import { now } from "@/lib/kernel/clock";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { checkOrigin } from "./check-origin";
import { parse } from "./parse";
import { type RouteContext, serve } from "./serve";

/** Binds a contract of the audience `visitor` to its use case. The link in the path is the only authorization. */
export function visitorRoute<C extends AnyContract>(contract: C, execute: VisitorUseCase<C>) {
  return (request: Request, routeContext?: RouteContext): Promise<Response> =>
    serve(contract, request, async (progress) => {
      const ipAddress = clientAddress(request);
      if (contract.method !== "GET") checkOrigin(request);
      await limitRate(`visitor ${addressBucket(ipAddress)}`, RATE_LIMITS.visitor);
      const input = await parse(contract, request, routeContext?.params, progress);
      return execute({ input, requestId: progress.requestId, ipAddress, at: now() });
    });
}
