import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { errorResponse } from "./envelope";
import { logRequest } from "./log-request";

/**
 * The 404 response in the envelope, for paths without a route. The path is not logged, because it may hold anything.
 */
export function answerNotFound({ method }: Request): Response {
  const startMs = performance.now();
  const requestId = newId("req");
  const response = errorResponse(new ServiceError("NOT_FOUND"), { "X-Request-Id": requestId });
  const contract = { id: "notFound", path: "/api" };
  logRequest({ requestId, contract, method, status: response.status, startMs });
  return response;
}
