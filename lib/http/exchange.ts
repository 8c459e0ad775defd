import type { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Node's own side of a request to the API. Kept by bin/steps/keep-exchange.mjs. */
interface Exchange {
  /** As it came, before the framework looked at it. */
  url: string;
  request: IncomingMessage;
  response: ServerResponse;
}

/** An answer before it is a Response. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

const shared = globalThis as typeof globalThis & {
  partnerWalletExchanges?: AsyncLocalStorage<Exchange>;
};

/** After `https://` and at least a letter of the host. */
const PATH_FROM = 8;

/** That of this very request. None where no server was asked, as in tests and where a page asks a handler itself. */
export function exchangeOf(request: Request): Exchange | undefined {
  const exchange = shared.partnerWalletExchanges?.getStore();
  const { url, method } = request;
  const isIts =
    exchange?.request.method === method && url.slice(url.indexOf("/", PATH_FROM)) === exchange.url;
  return isIts ? exchange : undefined;
}

/**
 * The Response of an answer that is known whole. The framework sends a Response's body as a stream: headers first, and
 * the rest in another write. So its body is left out, and given to Node when the framework, done with the headers, ends
 * what it takes for an empty answer: one write, with its length.
 */
export function responseOf({ status, headers, text }: Answer, exchange?: Exchange): Response {
  if (!exchange) return new Response(text, { status, headers });
  const { response } = exchange;
  const end = response.end;
  response.end = (...args: unknown[]) => {
    response.end = end;
    // Nobody is there any more, or it is the framework's own answer to a fault of its own.
    if (response.destroyed || response.statusCode !== status || args.length > 0)
      return Reflect.apply(end, response, args);
    response.setHeader("Content-Length", Buffer.byteLength(text));
    return end.call(response, text, "utf8");
  };
  return new Response(null, { status, headers });
}
