import http from "node:http";
import { syncBuiltinESMExports } from "node:module";

/**
 * Puts something before what every server of this process does with a request, the framework's too. For what is loaded
 * before it.
 *
 * @param {(listener: http.RequestListener) => http.RequestListener} wrap
 */
export function wrapListeners(wrap) {
  const createServer = http.createServer;
  http.createServer = /** @type {typeof createServer} */ (
    (/** @type {any[]} */ ...args) =>
      createServer(...args.map((arg) => (typeof arg === "function" ? wrap(arg) : arg)))
  );
  syncBuiltinESMExports();
}
