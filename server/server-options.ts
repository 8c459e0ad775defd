import type { ServerOptions } from "node:http";

/**
 * The options of our HTTP server.
 *
 * - A request that has not arrived whole in time is answered with 408 and its connection ended: Node waits five minutes,
 *   in which a few thousand slow requests hold everybody's connections.
 * - A request that offers another protocol (`Upgrade: h2c`, as the clients of Java and curl do) is answered in HTTP/1.1.
 *
 * @param requestTimeoutMs of the whole request, its body included; see lib/kernel/env.ts
 */
export function serverOptions(requestTimeoutMs: number): ServerOptions {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs / 2,
    // How often Node looks for requests that are late.
    connectionsCheckingInterval: requestTimeoutMs / 10,
    shouldUpgradeCallback: () => false,
    // Checked in check-request-line.ts: Node's own refusal has no body.
    requireHostHeader: false,
  };
}
