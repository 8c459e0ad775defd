import { ERRORS, isValidationError, type ServiceError } from "@/lib/kernel/errors";

/** The `message` and `data` of an error response. Source: spec: Errors: three dialects. */
export function errorBody(error: ServiceError): { message: string; data: Record<string, unknown> } {
  if (isValidationError(error)) return { message: "error", data: { error: error.fields } };
  if (error.code === "DUPLICATE_IDEMPOTENCY_KEY") {
    const text = ERRORS.DUPLICATE_IDEMPOTENCY_KEY[1];
    return { message: text, data: { error: text } };
  }
  return { message: error.code, data: { error: error.text, ...error.data } };
}
