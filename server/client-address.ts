import type { IncomingMessage } from "node:http";
import type { Middleware } from "./middleware.ts";

const HEADER = "x-forwarded-for";
/** Some proxies append the port of their caller: `203.0.113.7:50123` or `[2001:db8::1]:50123`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

function clientAddress({ headers, socket }: IncomingMessage, hops: number): string | undefined {
  const caller = socket.remoteAddress;
  if (hops === 0) return caller;
  // Node joins repeated headers. Too few entries mean that the request bypassed a proxy: then the caller is the client.
  const entries = String(headers[HEADER] ?? "").split(",");
  return withoutPort(entries.at(-hops)?.trim() ?? "") || caller;
}

/**
 * Sets `X-Forwarded-For` to the client's address only. Next trusts the value that a client sends, and sessions, the
 * audit log and rate limits use it.
 *
 * @param hops the number of the operator's proxies, each of which appends the address of its caller; see
 * lib/kernel/env.ts
 */
export function setClientAddress(hops: number): Middleware {
  return (next) => (request, response) => {
    request.headers[HEADER] = clientAddress(request, hops);
    next(request, response);
  };
}
