import { fieldErrors } from "@/lib/contract/field-errors";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { sessionOfToken } from "@/lib/users/kyc/link";
import type { submitCheck } from "@/lib/users/kyc/submit-check";
import { type SubmittedCheck, submitCheckBody } from "@/lib/users/kyc/submit-contract";
import { errorResponse, successResponse } from "./envelope";
import { logRequest } from "./log-request";
import { readBody } from "./read-body";
import { toServiceError } from "./to-service-error";

interface RouteContext {
  params: Promise<{ token: string }>;
}

/** Only our own page may submit; a page of another site must not, even with a valid link. */
function checkOrigin(request: Request): void {
  if (request.headers.get("origin") !== new URL(env().BASE_URL).origin)
    throw new ServiceError("ORIGIN_NOT_ALLOWED");
}

async function readCheck(request: Request): Promise<SubmittedCheck> {
  const parsed = submitCheckBody.safeParse(await readBody(request), { reportInput: true });
  if (!parsed.success) throw new ValidationError(fieldErrors(parsed.error.issues));
  return parsed.data;
}

/**
 * Binds the submission of the hosted verification page to its use case. The token in the link is the only
 * authorization; it is never logged.
 */
export function verificationRoute(submit: typeof submitCheck) {
  return async (request: Request, { params }: RouteContext): Promise<Response> => {
    const startMs = performance.now();
    const requestId = newId("req");
    const headers = { "X-Request-Id": requestId };
    let response: Response;
    let failure: unknown;
    try {
      checkOrigin(request);
      const sessionId = sessionOfToken((await params).token);
      if (sessionId === undefined) throw new ServiceError("KYC_SESSION_NOT_FOUND");
      await limitRate(`verify:${sessionId}`, RATE_LIMITS.identityCheck);
      const data = await submit({ sessionId, check: await readCheck(request), at: now() });
      response = successResponse(200, "Verification submitted", data, headers);
    } catch (error) {
      const refusal = toServiceError(error);
      if (refusal.status >= 500) failure = refusal.cause ?? error;
      response = errorResponse(refusal, headers);
    }
    const { method } = request;
    const { status } = response;
    const contract = { id: "submitCheck", path: "/api/verify/{token}" };
    logRequest({ requestId, contract, method, status, startMs, failure });
    return response;
  };
}
