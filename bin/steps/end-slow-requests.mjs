/**
 * Loaded into the server before everything else. A request that has not arrived whole in time is answered with 408 and
 * its connection ended: Node waits five minutes, in which a few thousand that drip hold everybody's connections.
 */
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";

/** Of the whole request, its body too; see lib/env.ts. */
const requestTimeout = Number(process.env.REQUEST_TIMEOUT_MS || 20_000);
const limits = {
  requestTimeout,
  headersTimeout: requestTimeout / 2,
  /** Node looks for late ones now and then alone. */
  connectionsCheckingInterval: requestTimeout / 10,
};

const createServer = http.createServer;
http.createServer = /** @type {typeof createServer} */ (
  (/** @type {any[]} */ ...args) => {
    const options = typeof args[0] === "object" ? args.shift() : {};
    return createServer({ ...limits, ...options }, ...args);
  }
);
syncBuiltinESMExports();
