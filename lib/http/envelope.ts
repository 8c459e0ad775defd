import { ERRORS, type ServiceError, ValidationError } from "@/lib/errors";

const JSON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
};

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
  return new Response(JSON.stringify({ status: "error", ...errorBody(error) }), {
    status: error.status,
    headers: { ...JSON_HEADERS, ...headers, ...error.headers },
  });
}
