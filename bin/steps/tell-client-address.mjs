/**
 * Loaded into the server before everything else. Puts the client's address into `X-Forwarded-For`, alone: the framework
 * believes what a client wrote there itself, and sessions, the audit log and throttles go by it.
 */
import { wrapListeners } from "./wrap-listeners.mjs";

const header = "x-forwarded-for";
/** Proxies of ours in front, each of which adds the address that it was called from; see lib/kernel/env.ts. */
const hops = Number(process.env.TRUSTED_PROXY_HOPS || 0);

/**
 * @param {import("node:http").IncomingMessage} request
 * @returns {string | undefined}
 */
function clientAddress({ headers, socket }) {
  const caller = socket.remoteAddress;
  if (hops === 0) return caller;
  // Node joins several such headers. With too few entries it came past a proxy: then the caller is the client.
  const entries = String(headers[header] ?? "").split(",");
  return entries.at(-hops)?.trim() || caller;
}

wrapListeners((listener) => (request, response) => {
  request.headers[header] = clientAddress(request);
  return listener(request, response);
});
