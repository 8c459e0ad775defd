import { ServiceError } from "@/lib/kernel/errors";

const KEY_MAKER_REFUSED = "PW026";

/**
 * What the database says against a key: its maker may not grant these scopes, or not any more.
 * @throws ServiceError ROLE_NOT_ALLOWED; any other error as it is.
 */
export function refuseMaker(error: unknown): never {
  const isRefused = error instanceof Error && "code" in error && error.code === KEY_MAKER_REFUSED;
  throw isRefused ? new ServiceError("ROLE_NOT_ALLOWED", { cause: error }) : error;
}
