import { errorResponse, successResponse } from "@/lib/http/envelope";
import { toServiceError } from "@/lib/http/to-service-error";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { checkCronSecret } from "./check-cron-secret";
import type { Job } from "./job";
import { runJob } from "./run-job";

/** A web process has no keys and runs no jobs: it would only record that it cannot send. */
function refuseInWeb(): void {
  if (env().SERVICE_ROLE !== "web") return;
  throw new ServiceError("NOT_FOUND", {
    text: "This is a web process, which runs no background jobs. Call this route of a worker.",
  });
}

/** Returns the route of a job for a scheduler outside of the service. Concurrent calls are safe. */
export function backgroundRoute(job: Job) {
  return async (request: Request): Promise<Response> => {
    const requestId = newId("req");
    const headers = { "X-Request-Id": requestId };
    try {
      checkCronSecret(request);
      refuseInWeb();
      return successResponse(200, job.name, await runJob(job), headers);
    } catch (error) {
      const refusal = toServiceError(error);
      if (refusal.status >= 500) {
        const failure = errorFields(refusal.cause ?? error);
        log().error({ requestId, job: job.name, failure }, "background route failed");
      }
      return errorResponse(refusal, headers);
    }
  };
}
