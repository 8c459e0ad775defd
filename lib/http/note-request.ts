import type { AnyContract } from "@/lib/contract/contract";
import { now } from "@/lib/kernel/clock";
import type { ServiceError } from "@/lib/kernel/errors";
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

/**
 * Adds a request to its partner's request log: requests with API keys, and changes by people in the dashboard. Reads by
 * people are left out, because pages poll. Requests without a known partner are left out, too.
 */
export function noteRequest({ contract, request, progress, startMs, ...answer }: Answered): void {
  const { requestId, partnerId, keyId, personId, body } = progress;
  if (partnerId === undefined || (personId !== undefined && contract.method === "GET")) return;
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
