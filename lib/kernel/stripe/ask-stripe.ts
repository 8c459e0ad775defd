import { connectionCodeOf } from "../connection-code";
import { trackProviderCall } from "../provider-calls";
import { ProviderRefused, ProviderUnavailable } from "../provider-error";
import { stripeSdk } from "../provider-sdks";
import { readRetryAfterMs } from "../read-retry-after";

/**
 * Refusals that end without a change of the request: a key that an operator must replace, a conflict with a request
 * under way, and too many requests.
 */
const RETRYABLE_STATUS = new Set([401, 403, 408, 409, 425, 429]);

const CONFLICT_UNDER_WAY = 409;

/** True for the refusal of an idempotency key that was used with other parameters, by a request that is over. */
export const isKeyConflict = (error: unknown): boolean =>
  error instanceof stripeSdk().errors.StripeIdempotencyError &&
  error.statusCode !== CONFLICT_UNDER_WAY;

/**
 * True for a failure that Stripe repeats, because it has kept it as the answer to the idempotency key: for a day, each further
 * request with the key fails in the same way and is not carried out. Source: docs.stripe.com/api/idempotent_requests
 */
export const isKeptFailure = (error: unknown): boolean =>
  error instanceof stripeSdk().errors.StripeError &&
  error.headers?.["idempotent-replayed"] === "true";

interface StripeCall {
  /** The name of the provider on the Health page. */
  provider: string;
  /** Our name of the operation. */
  operation: string;
}

/**
 * Translates an error of Stripe's client. Code and parameter name the fault. Stripe's message can quote the request, so
 * it is left out. Other errors are returned as they are.
 */
function providerErrorOf({ provider, operation }: StripeCall, error: unknown): unknown {
  if (!(error instanceof stripeSdk().errors.StripeError)) return error;
  const { statusCode: status, requestId } = error;
  const named = [error.code, error.param].filter((part) => part !== undefined).join(" ");
  const code = named || (status === undefined ? connectionCodeOf(error) : undefined);
  const retryAfterMs = readRetryAfterMs(error.headers?.["retry-after"], new Date());
  const failure = { provider, operation, status, code, requestId, retryAfterMs };
  const isRetryable =
    status === undefined || status >= 500 || RETRYABLE_STATUS.has(status) || isKeyConflict(error);
  return isRetryable ? new ProviderUnavailable(failure) : new ProviderRefused(failure);
}

/**
 * Runs calls of Stripe's client as one operation, which is counted for the Health page.
 * @throws ProviderUnavailable, ProviderRefused
 */
export function askStripe<Result>(call: StripeCall, run: () => Promise<Result>): Promise<Result> {
  return trackProviderCall(call, async () => {
    try {
      return await run();
    } catch (error) {
      throw providerErrorOf(call, error);
    }
  });
}
