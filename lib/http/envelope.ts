import { errorBody } from "@/lib/contract/error-body";
import type { ServiceError } from "@/lib/kernel/errors";
import { type Answer, responseOf } from "./exchange";

const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
};

/** The default for a 503 without its own `Retry-After`. The API reference promises the header for every 503. */
const RETRY_AFTER_S = "2";

/** The success response. Source: spec: Response envelope. */
export function success(
  status: number,
  message: string,
  data: unknown,
  headers: Record<string, string>,
): Answer {
  const text = JSON.stringify({ status: "success", message, data });
  return { status, headers: { ...JSON_HEADERS, ...headers }, text };
}

/** The success response as a Response. */
export function successResponse(...parts: Parameters<typeof success>): Response {
  return responseOf(success(...parts));
}

/** The response of a refusal or a fault. */
export function refused(error: ServiceError, headers: Record<string, string>): Answer {
  const retry: Record<string, string> =
    error.status === 503 ? { "Retry-After": RETRY_AFTER_S } : {};
  return {
    status: error.status,
    headers: { ...JSON_HEADERS, ...headers, ...retry, ...error.headers },
    text: JSON.stringify({ status: "error", ...errorBody(error) }),
  };
}

/** The error response as a Response. */
export function errorResponse(...parts: Parameters<typeof refused>): Response {
  return responseOf(refused(...parts));
}
