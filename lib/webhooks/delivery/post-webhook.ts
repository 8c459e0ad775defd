import { inSpan } from "@/lib/kernel/tracing/span";
import { urlFault, urlPolicy } from "./check-url";
import { DeliveryFault, faultText } from "./delivery-fault";
import { type Exchange, exchange } from "./exchange";

export interface PostOptions {
  url: string;
  /** Sent as UTF-8, the same bytes that were signed. */
  body: string;
  /** Headers besides `Content-Type`, `User-Agent` and those that HTTP requires, which are set here. */
  headers: Record<string, string>;
  /** Limits the whole exchange: DNS, connection, TLS, headers and body of the response. */
  timeoutMs: number;
  /** Aborts the request at once. */
  signal?: AbortSignal;
}

export interface PostResult {
  /** Whether a complete 2xx response arrived in time. */
  succeeded: boolean;
  /** Null without a response. */
  statusCode: number | null;
  /** The first 16,384 bytes as text that the database can store; null without a response. */
  responseBody: string | null;
  /** The reason of the failure and the remedy, as a text for people; null after a success. */
  error: string | null;
  startedAt: Date;
  durationMs: number;
}

const FIXED_HEADERS = {
  "content-type": "application/json",
  "user-agent": "PartnerWallet-Webhooks/1",
  accept: "*/*",
  "accept-encoding": "identity",
};

async function send({ url, body, headers }: PostOptions, until: AbortSignal): Promise<Exchange> {
  const fault = urlFault(url, urlPolicy());
  if (fault !== undefined) throw new DeliveryFault(`The webhook URL ${fault}. Set another URL.`);
  const request = { url: new URL(url), body, headers: { ...headers, ...FIXED_HEADERS }, until };
  const first = await exchange({ ...request, isFresh: false });
  // The receiver can close an idle connection just when we reuse it.
  return first.wasStale ? exchange({ ...request, isFresh: true }) : first;
}

function statusFault(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode <= 299) return null;
  if (statusCode >= 300 && statusCode <= 399)
    return `Response ${statusCode}: redirects are not followed. Set the final address as the webhook URL.`;
  return `Response ${statusCode}. Respond with a 2xx status after the event is stored.`;
}

function resultOf({ statusCode, text, error }: Exchange, until: AbortSignal) {
  const fault =
    error === undefined && statusCode !== null
      ? statusFault(statusCode)
      : faultText(until.aborted ? until.reason : error);
  return { succeeded: fault === null, statusCode, responseBody: text, error: fault };
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : "");

/**
 * Sends one webhook and returns the result; never rejects. The URL is checked again, and each address at connect time.
 * Redirects are not followed. When the receiver has closed a reused connection, the request is sent once more on a new
 * one. Source: spec: Delivery and retries 1; threat 17 and 18.
 */
export function postWebhook(options: PostOptions): Promise<PostResult> {
  const attributes = { "http.request.method": "POST", "server.address": hostOf(options.url) };
  return inSpan("deliver webhook", { kind: "client", parent: null, attributes }, async (span) => {
    const result = await post(options);
    if (result.statusCode !== null) span.set({ "http.response.status_code": result.statusCode });
    if (!result.succeeded) span.fail();
    return result;
  });
}

async function post(options: PostOptions): Promise<PostResult> {
  const { timeoutMs, signal } = options;
  const startedAt = new Date();
  const startedMs = performance.now();
  const deadline = new AbortController();
  const until = deadline.signal;
  const late = `No complete response within ${timeoutMs / 1_000} s. Respond with a 2xx status immediately and process the event afterwards.`;
  const timer = setTimeout(() => deadline.abort(new DeliveryFault(late)), timeoutMs);
  const stop = () =>
    deadline.abort(
      new DeliveryFault("Stopped before a response arrived. It is retried automatically."),
    );
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    const came = await send(options, until).catch(
      (error): Exchange => ({ statusCode: null, text: null, error, wasStale: false }),
    );
    const durationMs = Math.round(performance.now() - startedMs);
    return { ...resultOf(came, until), startedAt, durationMs };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
