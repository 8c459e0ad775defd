import type { ErrorCode } from "@/lib/kernel/errors";
import type { AnyContract } from "./contract";

/** Error codes of an operation that checks the caller's password again. */
export const PASSWORD_ERRORS = ["PASSWORD_INVALID", "PASSWORD_LOCKED"] as const;

/** Error codes of an operation that checks a code of the caller's second factor. */
export const SECOND_FACTOR_ERRORS = ["SECOND_FACTOR_INVALID", "SECOND_FACTOR_LOCKED"] as const;

/** The error codes of the session check. */
export function sessionErrors({ audience, method }: AnyContract): ErrorCode[] {
  if (audience === "visitor") return [];
  const codes: ErrorCode[] = ["SESSION_REQUIRED", "RATE_LIMITED"];
  if (audience !== "account") codes.push("ROLE_NOT_ALLOWED");
  if (audience !== "admin") codes.push("PARTNER_SUSPENDED");
  return method === "GET" ? codes : [...codes, "ORIGIN_NOT_ALLOWED"];
}

/** The error codes of the caller check, by audience. */
function callerErrors(contract: AnyContract): ErrorCode[] {
  switch (contract.audience) {
    case "admin":
    case "dashboard":
    case "account":
      return sessionErrors(contract);
    case "visitor":
      return contract.method === "GET" ? ["RATE_LIMITED"] : ["RATE_LIMITED", "ORIGIN_NOT_ALLOWED"];
    default:
      return [
        "UNAUTHORIZED",
        "SCOPE_MISSING",
        "IP_NOT_ALLOWED",
        "PARTNER_SUSPENDED",
        "RATE_LIMITED",
      ];
  }
}

/**
 * Error codes of the route itself, whatever the use case does. An operation for API keys has those of API keys: the
 * extra codes of sessions (`sessionErrors`) are not part of the API reference.
 */
export function commonErrors(contract: AnyContract): ErrorCode[] {
  const codes: ErrorCode[] = [...callerErrors(contract), "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
  if (contract.upload) codes.push("UNSUPPORTED_MEDIA_TYPE");
  if (contract.body) codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (contract.body || contract.upload || contract.query || contract.idempotency)
    codes.push("VALIDATION");
  if (contract.idempotency && contract.idempotency !== "existing")
    codes.push("DUPLICATE_IDEMPOTENCY_KEY");
  if (contract.audience === "sandbox") codes.push("NOT_FOUND");
  return codes;
}
