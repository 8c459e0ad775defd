import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { errorResponse, successResponse } from "@/lib/http/envelope";
import { toServiceError } from "@/lib/http/to-service-error";
import { newId } from "@/lib/ids";
import { errorFields, log } from "@/lib/log";
import type { Job } from "./job";
import { runJob } from "./run-job";

const BEARER = /^Bearer +(\S+)$/i;

/** Digests of one length, so that the time of comparing tells nothing, not even how long the secret is. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function checkSecret(authorization: string | null): void {
  const given = BEARER.exec(authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(digest(given), digest(env().CRON_SECRET))) return;
  throw new ServiceError("UNAUTHORIZED", {
    text: "The background secret is missing or wrong. Send it as Authorization: Bearer <CRON_SECRET>.",
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

/** Binds a job to its background route, for a scheduler outside of the service. Any number may call at once. */
export function backgroundRoute(job: Job) {
  return async (request: Request): Promise<Response> => {
    const requestId = newId("req");
    const headers = { "X-Request-Id": requestId };
    try {
      checkSecret(request.headers.get("authorization"));
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
