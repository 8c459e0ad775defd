import type { IncomingMessage } from "node:http";
import type { Middleware } from "./middleware.ts";

/** The header that marks a request of a client on this machine. Clients cannot set it. */
export const LOOPBACK_HEADER = "x-loopback-client";

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
/** A page elsewhere whose name was rebound to this machine is called with its own name. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;
/** A proxy on this machine connects from it too, for clients elsewhere. */
const PROXY_HEADERS = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

function isLoopbackClient({ headers, socket }: IncomingMessage): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? "") &&
    LOOPBACK_HOST.test(headers.host ?? "") &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}

/** Marks the requests that come directly from a client on this machine, by the address of the connection. */
export const markLoopbackClients: Middleware = (next) => (request, response) => {
  const isLoopback = isLoopbackClient(request);
  delete request.headers[LOOPBACK_HEADER];
  if (isLoopback) request.headers[LOOPBACK_HEADER] = "yes";
  next(request, response);
};
