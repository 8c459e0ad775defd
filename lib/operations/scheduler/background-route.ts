import { successResponse } from "@/lib/http/envelope";
import { answerPlainRoute } from "@/lib/http/plain-route";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
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
  return (request: Request): Promise<Response> =>
    answerPlainRoute({
      fault: "background route failed",
      fields: { job: job.name },
      answer: async (headers) => {
        checkCronSecret(request);
        refuseInWeb();
        return successResponse(200, job.name, await runJob(job), headers);
      },
    });
}
