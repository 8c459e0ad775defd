import { ERRORS, type ServiceError, ValidationError } from "@/lib/errors";

const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
};

/** For who throws a 503 and knows no better. The reference promises the header with each. */
const RETRY_AFTER_S = "2";

/** The answer of a success. Source: spec, Response envelope. */
export function successResponse(
  status: number,
  message: string,
  data: unknown,
  headers: Record<string, string>,
): Response {
  return new Response(JSON.stringify({ status: "success", message, data }), {
    status,
    headers: { ...JSON_HEADERS, ...headers },
  });
}

/** `message` and `data` of an error. Source: spec, Errors: three dialects. */
export function errorBody(error: ServiceError): { message: string; data: Record<string, unknown> } {
  if (error instanceof ValidationError) return { message: "error", data: { error: error.fields } };
  if (error.code === "DUPLICATE_IDEMPOTENCY_KEY") {
    const text = ERRORS.DUPLICATE_IDEMPOTENCY_KEY[1];
    return { message: text, data: { error: text } };
  }
  return { message: error.code, data: { error: error.text, ...error.data } };
}

/** The answer of a refusal or a fault. */
export function errorResponse(error: ServiceError, headers: Record<string, string>): Response {
  const retry: Record<string, string> =
    error.status === 503 ? { "Retry-After": RETRY_AFTER_S } : {};
  return new Response(JSON.stringify({ status: "error", ...errorBody(error) }), {
    status: error.status,
    headers: { ...JSON_HEADERS, ...headers, ...retry, ...error.headers },
  });
}
