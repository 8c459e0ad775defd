import { errorResponse, successResponse } from "@/lib/http/envelope";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { isShuttingDown } from "@/lib/kernel/shutdown";
import { checkReadiness } from "./check-readiness";

const SHUTTING_DOWN = "This process is shutting down.";

const requestHeaders = () => ({ "X-Request-Id": newId("req") });

/** Liveness: the process responds. Does not check the database, because a restart would not repair it. */
export function answerAlive(): Response {
  return successResponse(200, "Alive", {}, requestHeaders());
}

/**
 * Readiness: returns 200 when requests may be sent to this process, otherwise 503 with the reason. The answer also has the
 * state of each outside provider. A provider that fails does not make the process unready, because another process could
 * not reach that provider either, and most requests need none. A process that shuts down is unready while it still serves
 * requests: docs/decisions/0112-graceful-end.md
 */
export async function answerReady(): Promise<Response> {
  const { unreadiness, providers } = isShuttingDown()
    ? { unreadiness: SHUTTING_DOWN, providers: [] }
    : await checkReadiness();
  if (unreadiness === undefined)
    return successResponse(200, "Ready", { providers }, requestHeaders());
  const refusal = new ServiceError("SERVICE_UNAVAILABLE", { text: unreadiness });
  return errorResponse(refusal, requestHeaders());
}
