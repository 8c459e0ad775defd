import type { AnyContract, Data } from "@/lib/contract/contract";
import type { PartnerContext, UseCase } from "@/lib/contract/use-cases";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { isServiceError, ServiceError } from "@/lib/kernel/errors";
import { ClaimedBefore } from "@/lib/ledger";
import { auditRequest } from "./audit-request";
import { authorizeOnArrival } from "./authorize-on-arrival";
import { readIdempotencyKey, repeatedAnswer, requestHash, throwIfClaimed } from "./idempotency";
import { parse } from "./parse";
import { limitCaller, type PartnerCaller, partnerCaller } from "./partner-caller";
import type { Progress } from "./progress";
import { type RouteContext, serve } from "./serve";

interface Options<C extends AnyContract> {
  /** For contracts with the idempotency rule `existing`: reads the resource in its current state. */
  existing?: (partnerId: string, resourceId: string) => Promise<Data<C>>;
  /** For the rule `replay` if the stored response omits secrets: adds them again. */
  restore?: (stored: unknown) => Data<C>;
}

const UNREAD_HASH = requestHash({ params: {}, query: {}, body: {} });

function claimOf(
  contract: AnyContract,
  partnerId: string,
  key: string | undefined,
  hash: string,
  at: Date,
): PartnerContext<AnyContract>["claim"] {
  return (response, resourceId) => {
    if (key === undefined) throw new Error(`${contract.id} takes no idempotency key`);
    return {
      partnerId,
      endpoint: contract.id,
      key,
      requestHash: hash,
      createdAt: at,
      response,
      resourceId,
    };
  };
}

async function answerRepeat<C extends AnyContract>(
  contract: C,
  repeat: ClaimedBefore,
  { existing, restore }: Options<C>,
  progress: Progress,
): Promise<unknown> {
  const answer = repeatedAnswer(contract, repeat);
  progress.headers["Idempotent-Replayed"] = "true";
  if (answer !== undefined) return restore ? restore(answer) : answer;
  if (!existing || !repeat.row.resource_id)
    throw new Error(`${contract.id} cannot show what its key was used for`);
  return existing(repeat.claim.partnerId, repeat.row.resource_id);
}

/** A contract with its use case. */
interface Bound<C extends AnyContract> {
  contract: C;
  execute: UseCase<C>;
  options: Options<C>;
}

interface Received {
  request: Request;
  params: RouteContext["params"] | undefined;
  progress: Progress;
}

/**
 * Parses the request and runs the use case.
 * @throws ClaimedBefore instead of a refusal, if an earlier request used the idempotency key
 */
async function runUseCase<C extends AnyContract>(
  { contract, execute }: Bound<C>,
  { request, params, progress }: Received,
  { partner, person }: PartnerCaller,
): Promise<unknown> {
  const { requestId } = progress;
  const key = readIdempotencyKey(contract, request);
  let claim = claimOf(contract, partner.id, key, UNREAD_HASH, now());
  try {
    const input = await parse(contract, request, params, progress);
    // The body may have arrived late, so the time of the request is taken after it.
    const at = now();
    claim = claimOf(contract, partner.id, key, key === undefined ? "" : requestHash(input), at);
    const context = { partner, ...(person && { person }), input, requestId, at, claim };
    if (!person) return await execute(context);
    const action = { contract, person, request, requestId, at };
    return await auditRequest(action, input, () => execute(context));
  } catch (error) {
    if (key !== undefined && isServiceError(error)) await throwIfClaimed(claim());
    throw error;
  }
}

/** Caller → rate → parse → run. A used idempotency key replaces a refusal by the response to the repeat. */
async function run<C extends AnyContract>(bound: Bound<C>, received: Received): Promise<unknown> {
  const { contract, options } = bound;
  const { request, progress } = received;
  const caller = await authorizeOnArrival(contract, request, {
    identify: () => partnerCaller(contract, request, progress),
    limit: limitCaller,
  });
  try {
    return await runUseCase(bound, received, caller);
  } catch (error) {
    if (error instanceof ClaimedBefore) return answerRepeat(contract, error, options, progress);
    throw error;
  }
}

/** Binds a contract of the partner API to its use case; a route file needs only this call. Source: design 5. */
export function partnerRoute<C extends AnyContract>(
  contract: C,
  execute: UseCase<C>,
  options: Options<C> = {},
) {
  return (request: Request, routeContext?: RouteContext): Promise<Response> =>
    serve(contract, request, (progress) => {
      if (contract.audience === "sandbox" && env().SERVICE_ENVIRONMENT === "production")
        throw new ServiceError("NOT_FOUND");
      const received = { request, params: routeContext?.params, progress };
      return run({ contract, execute, options }, received);
    });
}
