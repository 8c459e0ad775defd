interface ProviderFailure {
  /** The provider's name, such as `stripe`. */
  provider: string;
  /** Our name of the operation, such as `issueCard`. */
  operation: string;
  /** The HTTP status of the response, if there was one. */
  status?: number | undefined;
  /** The provider's error code, such as `resource_missing`. */
  code?: string | undefined;
  /** The provider's id of the request, for its support. */
  requestId?: string | undefined;
  /** How long the provider asks to wait before the next request. */
  retryAfterMs?: number | undefined;
}

/** Marks the errors of this file: the framework bundles modules several times, so `instanceof` is not enough. */
const BRAND = Symbol.for("partner-wallet.provider-error");

/**
 * A failed request to an outside provider. The text is for operators and logs: it has the operation, the status and the
 * provider's request id, and never a body, which could contain card or personal data. For the same reason it has no
 * `cause`.
 */
abstract class ProviderError extends Error {
  abstract readonly [BRAND]: "unavailable" | "refused";
  readonly provider: string;
  readonly operation: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(outcome: string, failure: ProviderFailure) {
    const { provider, operation, status, code, requestId, retryAfterMs } = failure;
    const facts = [
      status === undefined ? "" : `status ${status}`,
      code ?? "",
      requestId === undefined ? "" : `request ${requestId}`,
    ].filter((fact) => fact !== "");
    super(
      `${provider} ${outcome} ${operation}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`,
    );
    this.provider = provider;
    this.operation = operation;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The provider gave no usable response: a timeout, a lost connection, too many requests or a fault of the provider. The
 * request may have been carried out. It can be retried.
 */
export class ProviderUnavailable extends ProviderError {
  readonly [BRAND] = "unavailable";
  override readonly name = "ProviderUnavailable";

  constructor(failure: ProviderFailure) {
    super("was unavailable for", failure);
  }
}

/** The provider refused the request for good: the same request cannot succeed later. */
export class ProviderRefused extends ProviderError {
  readonly [BRAND] = "refused";
  override readonly name = "ProviderRefused";

  constructor(failure: ProviderFailure) {
    super("refused", failure);
  }
}

/** True for a ProviderUnavailable of any bundle. */
export function isProviderUnavailable(error: unknown): error is ProviderUnavailable {
  return error instanceof Error && BRAND in error && error[BRAND] === "unavailable";
}

/** True for a ProviderRefused of any bundle. */
export function isProviderRefused(error: unknown): error is ProviderRefused {
  return error instanceof Error && BRAND in error && error[BRAND] === "refused";
}

/** The text of a provider's error for operators; undefined for any other error, which may quote data. */
export const providerErrorText = (error: unknown): string | undefined =>
  isProviderUnavailable(error) || isProviderRefused(error) ? error.message : undefined;
