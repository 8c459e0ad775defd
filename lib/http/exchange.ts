import type { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Node's request and response objects of an API request, stored by bin/steps/keep-exchange.mjs. */
interface Exchange {
  /** The original URL, before the framework changes it. */
  url: string;
  request: IncomingMessage;
  response: ServerResponse;
}

/** The parts of a response, before they become a Response object. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

const shared = globalThis as typeof globalThis & {
  partnerWalletExchanges?: AsyncLocalStorage<Exchange>;
};

/** The index from which the path's slash is searched: after `https://`. */
const PATH_FROM = 8;

/** The exchange of this request. Undefined without a server: in tests, and when a page calls a handler directly. */
export function exchangeOf(request: Request): Exchange | undefined {
  const exchange = shared.partnerWalletExchanges?.getStore();
  const { url, method } = request;
  const isIts =
    exchange?.request.method === method && url.slice(url.indexOf("/", PATH_FROM)) === exchange.url;
  return isIts ? exchange : undefined;
}

/**
 * Builds a Response from complete parts. The framework streams the body of a Response, which takes
 * separate writes for headers and body. Therefore the Response has no body, and the patched `end` of Node's response
 * adds the text when the framework ends it: one write, with a Content-Length.
 */
export function responseOf({ status, headers, text }: Answer, exchange?: Exchange): Response {
  if (!exchange) return new Response(text, { status, headers });
  const { response } = exchange;
  const end = response.end;
  response.end = (...args: unknown[]) => {
    response.end = end;
    // The client disconnected, or the framework sends its own response to an internal error.
    if (response.destroyed || response.statusCode !== status || args.length > 0)
      return Reflect.apply(end, response, args);
    response.setHeader("Content-Length", Buffer.byteLength(text));
    return end.call(response, text, "utf8");
  };
  return new Response(null, { status, headers });
}
