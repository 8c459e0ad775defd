import { errorCodeOf } from "@/lib/kernel/error-code";
import { isServiceError, ServiceError } from "@/lib/kernel/errors";

/** SQLSTATEs of PostgreSQL that mean: shutting down, out of connections or disk, a disk that fails, read-only, timed out, conflict. */
const UNAVAILABLE_CODES = new Set([
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "57014",
  "55P03",
  "53100",
  "53200",
  "53300",
  "58030",
  "25006",
  "25P03",
  "25P04",
  "40001",
  "40P01",
]);
const UNAVAILABLE_SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EPIPE",
  "ENOENT",
]);
/** TLS to the database: a certificate that is not valid, or a handshake that failed. */
const TLS_CODE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_SSL_|ERR_TLS_|EPROTO$)/;
const CONNECTION_TEXT =
  /does not support SSL|establishing an SSL connection|connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|query read timeout|client has encountered a connection error/i;

function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error) ?? "";
  if (UNAVAILABLE_CODES.has(code) || code.startsWith("08") || UNAVAILABLE_SYSTEM_CODES.has(code))
    return true;
  if (TLS_CODE.test(code)) return true;
  return (
    CONNECTION_TEXT.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause))
  );
}

/** The text of the code does not rule out that a change was made. A request that only reads makes none. */
const READ_UNAVAILABLE = { text: "The service is temporarily unavailable. Retry the request." };

/**
 * Maps any thrown value to an error response: refusals unchanged, an unavailable database as 503, the rest as 500. `isRead`: the
 * request only reads.
 */
export function toServiceError(error: unknown, isRead = false): ServiceError {
  if (isServiceError(error)) return error;
  if (isUnavailable(error)) {
    const text = isRead && READ_UNAVAILABLE;
    return new ServiceError("SERVICE_UNAVAILABLE", { ...text, cause: error });
  }
  return new ServiceError("INTERNAL_ERROR", { cause: error });
}
