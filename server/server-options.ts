import type { ServerOptions } from "node:http";

/** Longer than proxies keep an idle connection: nginx and the load balancers of clouds 60 seconds. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * Returns the options of the HTTP server.
 *
 * - A request that has not arrived completely in time gets 408, and its connection is closed: Node's default is five
 *   minutes, in which a few thousand slow requests can occupy all connections.
 * - An idle connection stays open for longer than a proxy would use it again. After Node's default of five seconds, the
 *   server closed it while the next request was on its way, and the proxy could not repeat a POST.
 * - A request that offers another protocol (`Upgrade: h2c`, as the clients of Java and curl do) is served in HTTP/1.1.
 *
 * @param requestTimeoutMs the time limit of the whole request, its body included; see lib/kernel/env.ts
 */
export function serverOptions(requestTimeoutMs: number): ServerOptions {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs / 2,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // The interval of Node's check for late requests.
    connectionsCheckingInterval: requestTimeoutMs / 10,
    shouldUpgradeCallback: () => false,
    // check-request-line.ts checks the header, because Node's own refusal has no body.
    requireHostHeader: false,
  };
}
