import { errorResponse, successResponse } from "@/lib/http/envelope";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { checkReadiness } from "./check-readiness";

const requestHeaders = () => ({ "X-Request-Id": newId("req") });

/** The process answers. Touches nothing else: a restart would not bring a database back. */
export function answerAlive(): Response {
  return successResponse(200, "Alive", {}, requestHeaders());
}

/** Whether requests may be sent here: 200, or 503 with what is wrong. */
export async function answerReady(): Promise<Response> {
  const unreadiness = await checkReadiness();
  if (unreadiness === undefined) return successResponse(200, "Ready", {}, requestHeaders());
  const refusal = new ServiceError("SERVICE_UNAVAILABLE", { text: unreadiness });
  return errorResponse(refusal, requestHeaders());
}
