import type { IncomingMessage } from "node:http";
import type { Middleware } from "./middleware.ts";

const HEADER = "x-forwarded-for";

function clientAddress({ headers, socket }: IncomingMessage, hops: number): string | undefined {
  const caller = socket.remoteAddress;
  if (hops === 0) return caller;
  // Node joins several such headers. Too few entries mean that the request bypassed a proxy: then the caller is the client.
  const entries = String(headers[HEADER] ?? "").split(",");
  return entries.at(-hops)?.trim() || caller;
}

/**
 * Puts the client's address into `X-Forwarded-For`, alone. Next trusts what a client wrote there itself, and sessions, the
 * audit log and rate limits use it.
 *
 * @param hops our own proxies in front, each of which appends the address of its caller; see lib/kernel/env.ts
 */
export function setClientAddress(hops: number): Middleware {
  return (next) => (request, response) => {
    request.headers[HEADER] = clientAddress(request, hops);
    next(request, response);
  };
}
