import type { AnyContract } from "@/lib/contract/contract";
import { now } from "@/lib/kernel/clock";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import type { ServiceError } from "@/lib/kernel/errors";
import { takesHere } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { requestLog } from "@/lib/request-log/request-log";
import type { Progress } from "./progress";

interface Answered {
  contract: AnyContract;
  request: Request;
  progress: Progress;
  status: number;
  data: unknown;
  refusal: ServiceError | undefined;
  startMs: number;
}

/** Refusals of requests that took nothing from a rate, so that the rate does not limit their number. */
const NOT_ADMITTED: readonly ErrorCode[] = [
  "RATE_LIMITED",
  "SCOPE_MISSING",
  "IP_NOT_ALLOWED",
  "ORIGIN_NOT_ALLOWED",
  "PARTNER_SUSPENDED",
];

/**
 * Whether a request has an entry in the log. Each refusal has a bucket of its own, so that a flood of one kind hides no
 * other kind. Source: docs/decisions/0017-request-log.md
 */
function isKept(partnerId: string, refusal: ServiceError | undefined): boolean {
  if (!refusal || !NOT_ADMITTED.includes(refusal.code)) return true;
  return takesHere(`logged ${refusal.code} ${partnerId}`, RATE_LIMITS.loggedRefusal);
}

/**
 * Adds a request to its partner's request log: requests with API keys, and changes by people in the dashboard. Reads by
 * people are left out, because pages poll. Requests without a known partner are left out, too, and refused ones above a
 * limit.
 */
export function noteRequest({ contract, request, progress, startMs, ...answer }: Answered): void {
  const { requestId, partnerId, keyId, personId, body } = progress;
  if (partnerId === undefined || (personId !== undefined && contract.method === "GET")) return;
  if (!isKept(partnerId, answer.refusal)) return;
  requestLog().note({
    ...answer,
    requestId,
    partnerId,
    keyId,
    personId,
    contract,
    method: request.method,
    url: request.url,
    idempotencyKey: request.headers.get("idempotency-key"),
    body,
    durationMs: performance.now() - startMs,
    at: now(),
  });
}
