/** A route's handler. */
export type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

export interface CallOptions {
  method?: string;
  params?: Record<string, string>;
  /** A string is sent unchanged. */
  query?: Record<string, string | number> | string;
  /** Sent as JSON; a string or bytes are sent unchanged. */
  body?: unknown;
  apiKey?: string | undefined;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  /** The unparsed body; empty for a stream. */
  text?: string;
  /** The body as it was sent, for a file that is no text. */
  bytes?: Uint8Array;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  json: any;
  headers: Headers;
}

function payloadOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  if (typeof body === "string") return body;
  return body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body);
}

/** Calls a route's handler with a real request. */
export async function call(handler: Handler, options: CallOptions = {}): Promise<Answer> {
  const { method = "GET", params = {}, query = {}, body, apiKey, idempotencyKey } = options;
  const url = new URL("http://127.0.0.1:3000/under-test");
  if (typeof query === "string") url.search = query;
  else for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const headers = new Headers(options.headers);
  if (apiKey) headers.set("authorization", `Bearer ${apiKey}`);
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  if (body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  const response = await handler(new Request(url, { method, headers, body: payloadOf(body) }), {
    params: Promise.resolve(params),
  });
  return answerOf(response);
}

/** Reads a response to its end. Cancels an event stream instead. */
export async function answerOf(response: Response): Promise<Answer> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  const bytes = isStream ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isFile = response.headers.get("content-disposition")?.startsWith("attachment");
  return {
    status: response.status,
    text,
    bytes,
    json: text === "" || isFile ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}
