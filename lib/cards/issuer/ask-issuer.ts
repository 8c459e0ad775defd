import { ServiceError } from "@/lib/kernel/errors";
import { isProviderUnavailable } from "@/lib/kernel/provider-error";

/** The Retry-After of a request that the issuer did not answer. */
const RETRY_AFTER_S = "5";

/**
 * Calls the issuer for a request of a partner.
 * @throws ServiceError SERVICE_UNAVAILABLE with the given text when the issuer is unavailable.
 */
export async function askIssuer<Result>(
  unavailable: string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error;
    throw new ServiceError("SERVICE_UNAVAILABLE", {
      text: unavailable,
      headers: { "Retry-After": RETRY_AFTER_S },
      cause: error,
    });
  }
}
