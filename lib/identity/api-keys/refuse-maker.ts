import { errorCodeOf } from "@/lib/kernel/error-code";
import { ServiceError } from "@/lib/kernel/errors";

const KEY_MAKER_REFUSED = "PW026";

/**
 * Maps the database's refusal of a key: its creator may not, or no longer, grant these scopes.
 * @throws ServiceError ROLE_NOT_ALLOWED; any other error unchanged.
 */
export function refuseMaker(error: unknown): never {
  const isRefused = errorCodeOf(error) === KEY_MAKER_REFUSED;
  throw isRefused ? new ServiceError("ROLE_NOT_ALLOWED", { cause: error }) : error;
}
