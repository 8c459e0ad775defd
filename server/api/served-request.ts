import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setMessage } from "../../lib/http/node-side.ts";

/** Returns the headers as pairs; Node has repeated headers as lists. */
function headersOf({ headers }: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") pairs.push([name, value]);
    else for (const each of value ?? []) pairs.push([name, each]);
  }
  return pairs;
}

/**
 * A request that the server received. Its body and its signal are created at their first use: most handlers need
 * neither, and both cost more than all other parts together.
 */
export class ServedRequest extends Request {
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #withBody: Request | undefined;
  #signal: AbortSignal | undefined;

  /** @param origin the part of the URL before the path */
  constructor(origin: string, message: IncomingMessage, response: ServerResponse) {
    super(origin + message.url, {
      method: message.method ?? "GET",
      headers: headersOf(message),
    });
    this.#message = message;
    this.#response = response;
    setMessage(this, message);
  }

  /** The same request with the body as a stream. */
  get #whole(): Request {
    const hasBody = this.method !== "GET" && this.method !== "HEAD";
    const init = hasBody ? { body: Readable.toWeb(this.#message), duplex: "half" } : {};
    this.#withBody ??= new Request(this.url, {
      method: this.method,
      headers: this.headers,
      ...init,
    } as RequestInit);
    return this.#withBody;
  }

  /** Aborted when the client disconnects before the response is sent. */
  override get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const controller = new AbortController();
    const response = this.#response;
    const abort = () => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.destroyed) abort();
    else response.once("close", abort);
    this.#signal = controller.signal;
    return this.#signal;
  }

  override get body() {
    return this.#whole.body;
  }
  override get bodyUsed() {
    return this.#withBody?.bodyUsed ?? false;
  }
  override arrayBuffer() {
    return this.#whole.arrayBuffer();
  }
  override blob() {
    return this.#whole.blob();
  }
  override bytes() {
    return this.#whole.bytes();
  }
  override formData() {
    return this.#whole.formData();
  }
  override json() {
    return this.#whole.json();
  }
  override text() {
    return this.#whole.text();
  }
  override clone() {
    return this.#whole.clone();
  }
}
