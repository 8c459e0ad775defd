import type { ErrorCode } from "@/lib/errors";
import type { AnyContract } from "./contract";

/** What the check of the caller can answer with, by who the callers are. */
function callerErrors({ audience, method }: AnyContract): ErrorCode[] {
  if (audience !== "admin") return ["UNAUTHORIZED", "PARTNER_SUSPENDED", "RATE_LIMITED"];
  const codes: ErrorCode[] = ["SESSION_REQUIRED", "ROLE_NOT_ALLOWED"];
  return method === "GET" ? codes : [...codes, "ORIGIN_NOT_ALLOWED"];
}

/** Codes that the route itself can answer with, whatever the use case does. */
export function commonErrors(contract: AnyContract): ErrorCode[] {
  const codes: ErrorCode[] = [...callerErrors(contract), "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
  if (contract.body) codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (contract.body || contract.query || contract.idempotency) codes.push("VALIDATION");
  if (contract.idempotency === "refuse" || contract.idempotency === "replay")
    codes.push("DUPLICATE_IDEMPOTENCY_KEY");
  if (contract.audience === "sandbox") codes.push("NOT_FOUND");
  return codes;
}
