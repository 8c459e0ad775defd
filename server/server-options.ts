import type { ServerOptions } from "node:http";

/**
 * Returns the options of the HTTP server.
 *
 * - A request that has not arrived completely in time gets 408, and its connection is closed: Node's default is five
 *   minutes, in which a few thousand slow requests can occupy all connections.
 * - A request that offers another protocol (`Upgrade: h2c`, as the clients of Java and curl do) is served in HTTP/1.1.
 *
 * @param requestTimeoutMs the time limit of the whole request, its body included; see lib/kernel/env.ts
 */
export function serverOptions(requestTimeoutMs: number): ServerOptions {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs / 2,
    // The interval of Node's check for late requests.
    connectionsCheckingInterval: requestTimeoutMs / 10,
    shouldUpgradeCallback: () => false,
    // check-request-line.ts checks the header, because Node's own refusal has no body.
    requireHostHeader: false,
  };
}
