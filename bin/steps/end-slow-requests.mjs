/**
 * Loaded into the server before everything else. A request that has not arrived whole in time is answered with 408 and
 * its connection ended: Node waits five minutes, in which a few thousand that drip hold everybody's connections.
 */
import { configureServers } from "./wrap-listeners.mjs";

/** Of the whole request, its body too; see lib/kernel/env.ts. */
const requestTimeout = Number(process.env.REQUEST_TIMEOUT_MS || 20_000);

configureServers({
  requestTimeout,
  headersTimeout: requestTimeout / 2,
  /** Node looks for late ones now and then alone. */
  connectionsCheckingInterval: requestTimeout / 10,
});
