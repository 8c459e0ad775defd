import { errorCodeOf } from "@/lib/kernel/error-code";
import { ServiceError } from "@/lib/kernel/errors";

/** The refusals by the SQLSTATE that `commit_change_set` raises for rights that were revoked after the authorization. */
const REFUSALS: Record<string, (cause: Error) => ServiceError> = {
  PW004: (cause) => new ServiceError("PARTNER_SUSPENDED", { cause }),
  PW007: (cause) =>
    new ServiceError("UNAUTHORIZED", { cause, headers: { "WWW-Authenticate": "Bearer" } }),
  PW008: (cause) => new ServiceError("SESSION_REQUIRED", { cause }),
  PW009: (cause) => new ServiceError("ROLE_NOT_ALLOWED", { cause }),
};

/**
 * Maps a database error to the refusal that it stands for: the partner was suspended, the API key revoked, the session
 * ended or the role changed after the authorization. Returns other errors unchanged.
 */
export function orRevoked(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return REFUSALS[errorCodeOf(error) ?? ""]?.(error) ?? error;
}
