import { errorResponse, successResponse } from "@/lib/http/envelope";
import { toServiceError } from "@/lib/http/to-service-error";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { checkCronSecret } from "./check-cron-secret";
import type { Job } from "./job";
import { runJob } from "./run-job";

/** Binds a job to its background route, for a scheduler outside of the service. Any number may call at once. */
export function backgroundRoute(job: Job) {
  return async (request: Request): Promise<Response> => {
    const requestId = newId("req");
    const headers = { "X-Request-Id": requestId };
    try {
      checkCronSecret(request);
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
