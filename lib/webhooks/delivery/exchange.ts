import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { agentFor, type DialOptions } from "./agents";
import { DeliveryFault } from "./delivery-fault";
import { KeptBody } from "./kept-body";

/** The maximum number of interim (1xx) responses; a receiver that sends more is not waited for. */
const MAX_INTERIM_ANSWERS = 8;
const NO_FINAL = "The receiver sent no final response. Respond with a 2xx status only.";

export interface ExchangeOptions {
  url: URL;
  body: string;
  headers: Record<string, string>;
  /** Aborts the exchange at any stage. */
  until: AbortSignal;
  /** Requires a new connection. */
  isFresh: boolean;
}

/** The result of one request. */
export interface Exchange {
  /** Null without a response. */
  statusCode: number | null;
  /** The kept part of the response body; null without a response. */
  text: string | null;
  /** The reason why the response is missing or incomplete. */
  error?: unknown;
  /** Whether the receiver had already closed the reused connection, so that nothing was exchanged on it. */
  wasStale: boolean;
}

function requestOptions({ url, body, headers, until, isFresh }: ExchangeOptions) {
  const options: RequestOptions & DialOptions = {
    method: "POST",
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    agent: agentFor(url, { isFresh }),
    signal: until,
    until,
  };
  return options;
}

/** Reads a response until it ends or breaks off, or until it exceeds the kept size. */
function readAnswer(answer: IncomingMessage, onEnd: (text: string, error?: Error) => void): void {
  const kept = new KeptBody();
  answer.on("data", (chunk: Buffer) => {
    if (kept.add(chunk)) return;
    onEnd(kept.text());
    answer.destroy();
  });
  answer.on("end", () => onEnd(kept.text()));
  answer.on("error", (error) => onEnd(kept.text(), error));
  answer.on("close", () => onEnd(kept.text(), new DeliveryFault(NO_FINAL)));
}

/**
 * Sends one POST request and reads the response. Rejects only for input that HTTP does not allow, such as a line break
 * in a header. A redirect counts as a response and is not followed.
 */
export function exchange(options: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const send = options.url.protocol === "http:" ? requestHttp : requestHttps;
    const request = send(requestOptions(options));
    let answer: IncomingMessage | undefined;
    let interimAnswers = 0;
    let requestError: unknown;
    let heardBytes = () => 0;
    const fail = (error: unknown) => {
      // Once a response has begun, its own handler reports a broken connection.
      if (answer) return;
      const wasStale = request.reusedSocket && heardBytes() === 0 && !options.until.aborted;
      resolve({ statusCode: null, text: null, error, wasStale });
    };
    request.on("socket", (socket) => {
      const before = socket.bytesRead;
      heardBytes = () => socket.bytesRead - before;
    });
    request.on("information", () => {
      interimAnswers += 1;
      if (interimAnswers <= MAX_INTERIM_ANSWERS) return;
      fail(new DeliveryFault(NO_FINAL));
      request.destroy();
    });
    request.on("response", (begun) => {
      answer = begun;
      const statusCode = begun.statusCode ?? null;
      readAnswer(begun, (text, error) =>
        resolve({ statusCode, text, error: error && (requestError ?? error), wasStale: false }),
      );
    });
    request.on("error", (error) => {
      requestError = error;
      fail(error);
    });
    request.on("close", () => fail(new DeliveryFault(NO_FINAL)));
    request.end(options.body, "utf8");
  });
}
