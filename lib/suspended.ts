import { ServiceError } from "./errors";

const SUSPENDED = "PW004";

/** What the database failed with; of a partner that was suspended meanwhile the refusal that it stands for. */
export function orSuspended(error: unknown): unknown {
  const isSuspended = error instanceof Error && "code" in error && error.code === SUSPENDED;
  return isSuspended ? new ServiceError("PARTNER_SUSPENDED", { cause: error }) : error;
}
