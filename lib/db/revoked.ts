import { ServiceError } from "@/lib/kernel/errors";

/** By the SQLSTATE that `commit_work` raises for what was taken away since the request was authorized. */
const REFUSALS: Record<string, (cause: Error) => ServiceError> = {
  PW004: (cause) => new ServiceError("PARTNER_SUSPENDED", { cause }),
  PW007: (cause) =>
    new ServiceError("UNAUTHORIZED", { cause, headers: { "WWW-Authenticate": "Bearer" } }),
  PW008: (cause) => new ServiceError("SESSION_REQUIRED", { cause }),
  PW009: (cause) => new ServiceError("ROLE_NOT_ALLOWED", { cause }),
};

/**
 * What the database failed with; of a partner that was suspended, a key that was revoked or a session that was ended
 * or a role that was changed meanwhile, the refusal that it stands for.
 */
export function orRevoked(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  return REFUSALS[String(error.code)]?.(error) ?? error;
}
