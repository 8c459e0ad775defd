import type Lithic from "lithic";
import type { APIError } from "lithic";
import { connectionCodeOf } from "@/lib/kernel/connection-code";
import { trackProviderCall } from "@/lib/kernel/provider-calls";
import { ProviderRefused, ProviderUnavailable } from "@/lib/kernel/provider-error";
import { lithicSdk } from "@/lib/kernel/provider-sdks";
import type { LithicSettings } from "./settings";

/** The time limit of a request. People wait for Create Card, Get Card and the reveal of a card. */
const TIMEOUT_MS = 8_000;

/** Creates a client that does not retry: requests of partners are answered soon, and jobs have their own schedule. */
export function lithicClient(
  { apiKey, environment, baseUrl }: LithicSettings,
  timeoutMs = TIMEOUT_MS,
): Lithic {
  const { Lithic: Client } = lithicSdk();
  return new Client({
    apiKey,
    ...(baseUrl === undefined ? { environment } : { baseURL: baseUrl }),
    // Not the webhook secret that the package would read from the environment: inbound routes check signatures.
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: "off",
    fetchOptions: { cache: "no-store" },
  });
}

/** Statuses with which the same request can succeed later. A wrong key is one: the operator corrects it. */
const isRetryable = (status: number) =>
  [401, 403, 408, 409, 425, 429].includes(status) || status >= 500;

/** Lithic's id of the failed request, which its support asks for. */
function requestIdOf({ error }: APIError): string | undefined {
  const id: unknown = error && "debugging_request_id" in error && error.debugging_request_id;
  return typeof id === "string" ? id : undefined;
}

/** Returns an answer of Lithic that lacks what the service needs as an error. */
export function unusableAnswer(operation: string, code = "unusable_answer"): ProviderUnavailable {
  return new ProviderUnavailable({ provider: "lithic", operation, code });
}

function providerError(operation: string, error: unknown): unknown {
  // The body was no JSON.
  if (error instanceof SyntaxError) return unusableAnswer(operation);
  if (!(error instanceof lithicSdk().APIError)) return error;
  const { status } = error;
  const isTimeout = error instanceof lithicSdk().APIConnectionTimeoutError;
  const code = isTimeout ? "timeout" : connectionCodeOf(error);
  const failure = { provider: "lithic", operation, status, code, requestId: requestIdOf(error) };
  return status === undefined || isRetryable(status)
    ? new ProviderUnavailable(failure)
    : new ProviderRefused(failure);
}

/**
 * Runs one request to Lithic.
 * @throws ProviderUnavailable, ProviderRefused
 */
export function callLithic<Result>(
  operation: string,
  request: () => Promise<Result>,
): Promise<Result> {
  return trackProviderCall({ provider: "lithic", operation }, async () => {
    try {
      return await request();
    } catch (error) {
      throw providerError(operation, error);
    }
  });
}
