import { ERRORS, isValidationError, type ServiceError } from "@/lib/errors";
import { type Answer, responseOf } from "./exchange";

const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
};

/** For who throws a 503 and knows no better. The reference promises the header with each. */
const RETRY_AFTER_S = "2";

/** The answer of a success. Source: spec: Response envelope. */
export function success(
  status: number,
  message: string,
  data: unknown,
  headers: Record<string, string>,
): Answer {
  const text = JSON.stringify({ status: "success", message, data });
  return { status, headers: { ...JSON_HEADERS, ...headers }, text };
}

/** That as a Response. */
export function successResponse(...parts: Parameters<typeof success>): Response {
  return responseOf(success(...parts));
}

/** `message` and `data` of an error. Source: spec: Errors: three dialects. */
export function errorBody(error: ServiceError): { message: string; data: Record<string, unknown> } {
  if (isValidationError(error)) return { message: "error", data: { error: error.fields } };
  if (error.code === "DUPLICATE_IDEMPOTENCY_KEY") {
    const text = ERRORS.DUPLICATE_IDEMPOTENCY_KEY[1];
    return { message: text, data: { error: text } };
  }
  return { message: error.code, data: { error: error.text, ...error.data } };
}

/** The answer of a refusal or a fault. */
export function refused(error: ServiceError, headers: Record<string, string>): Answer {
  const retry: Record<string, string> =
    error.status === 503 ? { "Retry-After": RETRY_AFTER_S } : {};
  return {
    status: error.status,
    headers: { ...JSON_HEADERS, ...headers, ...retry, ...error.headers },
    text: JSON.stringify({ status: "error", ...errorBody(error) }),
  };
}

/** That as a Response. */
export function errorResponse(...parts: Parameters<typeof refused>): Response {
  return responseOf(refused(...parts));
}
