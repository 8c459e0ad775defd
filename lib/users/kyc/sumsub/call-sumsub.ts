import { createHmac } from "node:crypto";
import { connectionCodeOf } from "@/lib/kernel/connection-code";
import { env } from "@/lib/kernel/env";
import { trackProviderCall } from "@/lib/kernel/provider-calls";
import { ProviderRefused, ProviderUnavailable } from "@/lib/kernel/provider-error";
import { KYC_PROVIDER_NAMES } from "@/lib/kernel/provider-names";
import { readRetryAfterMs } from "@/lib/kernel/read-retry-after";

export const SUMSUB = KYC_PROVIDER_NAMES.sumsub;

const API_BASE = "https://api.sumsub.com";
/** A person waits for two of these calls. */
const TIMEOUT_MS = 6_000;
/** Statuses of requests that may succeed later without a change: 401 and 403 after an operator has corrected the keys. */
const RETRYABLE = new Set([401, 403, 408, 425, 429]);

interface SumsubRequest {
  /** Our name of the operation. */
  operation: string;
  method: "GET" | "POST" | "PATCH";
  /** With its query; every part is encoded. */
  path: string;
  body?: unknown;
  /** A status that is a result and no failure, such as 404 of an applicant that may not exist. */
  expectedStatus?: number;
  timeoutMs?: number;
}

/**
 * Returns the headers that authorize a request. The signature is the HMAC-SHA256 of the time in seconds, the method, the
 * path with its query and the body's bytes, nothing between them. Source: docs.sumsub.com, Authentication.
 */
function authorization(method: string, { pathname, search }: URL, body: string) {
  const { SUMSUB_APP_TOKEN = "", SUMSUB_SECRET_KEY = "" } = env();
  // The provider compares it with its own clock, so tests that shift ours must not shift it.
  const seconds = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", SUMSUB_SECRET_KEY)
    .update(seconds + method + pathname + search + body)
    .digest("hex");
  return {
    "X-App-Token": SUMSUB_APP_TOKEN,
    "X-App-Access-Ts": seconds,
    "X-App-Access-Sig": signature,
  };
}

/** Only short codes are kept: descriptions can quote the request. */
const shortCode = (value: unknown): string | undefined =>
  /^[\w.-]{1,64}$/.test(String(value ?? "")) ? String(value) : undefined;

async function failureOf(response: Response, operation: string): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined);
  const fields: Record<string, unknown> =
    typeof body === "object" && body !== null ? { ...body } : {};
  const { status } = response;
  const failure = {
    provider: SUMSUB,
    operation,
    status,
    code: shortCode(fields.errorName ?? fields.errorCode),
    requestId: shortCode(fields.correlationId),
    retryAfterMs: readRetryAfterMs(response.headers.get("retry-after"), new Date()),
  };
  return status >= 500 || RETRYABLE.has(status)
    ? new ProviderUnavailable(failure)
    : new ProviderRefused(failure);
}

async function send(request: SumsubRequest): Promise<unknown> {
  const { operation, method, path, body, expectedStatus, timeoutMs = TIMEOUT_MS } = request;
  const url = new URL((env().SUMSUB_API_BASE ?? API_BASE).replace(/\/$/, "") + path);
  const text = body === undefined ? "" : JSON.stringify(body);
  const unavailable = (error: unknown) =>
    new ProviderUnavailable({ provider: SUMSUB, operation, code: connectionCodeOf(error) });
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        ...authorization(method, url, text),
        "Content-Type": "application/json",
        Accept: "application/json",
      },
      ...(text !== "" && { body: text }),
      // A redirect would send the signed request to another address.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw unavailable(error);
  }
  if (response.status === expectedStatus) return undefined;
  if (!response.ok) throw await failureOf(response, operation);
  try {
    return await response.json();
  } catch (error) {
    throw unavailable(error);
  }
}

/**
 * Sends a signed request to Sumsub and returns the JSON of its response; undefined for the expected status.
 * @throws ProviderUnavailable for a timeout, a lost connection, a fault of Sumsub or too many requests; ProviderRefused
 * for any other status.
 */
export function callSumsub(request: SumsubRequest): Promise<unknown> {
  const { operation } = request;
  return trackProviderCall({ provider: SUMSUB, operation }, () => send(request));
}
