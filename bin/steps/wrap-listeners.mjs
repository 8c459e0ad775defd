import http from "node:http";
import { syncBuiltinESMExports } from "node:module";

/**
 * Puts something before what every server of this process does with a request, the framework's too. For what is loaded
 * before it.
 *
 * @param {(listener: http.RequestListener) => http.RequestListener} wrap
 */
export function wrapListeners(wrap) {
  replaceCreateServer(
    (createServer) =>
      (...args) =>
        createServer(...args.map((arg) => (typeof arg === "function" ? wrap(arg) : arg))),
  );
}

/**
 * Gives every server of this process options of ours, unless it has its own, and does something with it once it is made.
 *
 * @param {http.ServerOptions} options
 * @param {(server: http.Server) => void} [prepare]
 */
export function configureServers(options, prepare = () => undefined) {
  replaceCreateServer((createServer) => (...args) => {
    const own = typeof args[0] === "object" ? args.shift() : {};
    const server = createServer({ ...options, ...own }, ...args);
    prepare(server);
    return server;
  });
}

/** @typedef {(...args: any[]) => http.Server} CreateServer */

/** @param {(createServer: CreateServer) => CreateServer} replace */
function replaceCreateServer(replace) {
  const created = replace(/** @type {CreateServer} */ (http.createServer));
  http.createServer = /** @type {typeof http.createServer} */ (created);
  syncBuiltinESMExports();
}
