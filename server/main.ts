/**
 * The production server. It responds to API requests by calling the handlers of the route modules, and passes requests
 * for pages and files of the build to Next. bin/service/start-server.ts starts it, with the settings of
 * lib/kernel/env.ts. With `--json` all output is lines of JSON.
 */
import { join } from "node:path";
import next from "next";
import { publishedApi } from "../lib/kernel/api-routes.ts";
import { finishBeforeExit } from "../lib/kernel/before-exit.ts";
import { answerApi } from "./api/answer-api.ts";
import { createServer } from "./create-server.ts";
import { exitWithParent } from "./exit-with-parent.ts";
import { printJson } from "./json-console.ts";
import { markOwnServer } from "./own-server.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { waitFor } from "./wait-for.ts";

const { HOST = "127.0.0.1", PORT = "3000", REQUEST_TIMEOUT_MS, TRUSTED_PROXY_HOPS } = process.env;
const { SHUTDOWN_DRAIN_MS, SHUTDOWN_LIMIT_MS } = process.env;
const role = process.env.SERVICE_ROLE || "all";
const host = HOST.includes(":") ? `[${HOST}]:${PORT}` : `${HOST}:${PORT}`;

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

/**
 * Loads the build. Its instrumentation.ts checks the settings, starts the background work and publishes the API.
 */
async function loadBuild() {
  const dir = join(import.meta.dirname, "..");
  const app = next({ dev: false, dir, hostname: HOST, port: Number(PORT) });
  await app.prepare();
  // Next would register it at the first request. It is done here because it needs the modules that `prepare` has
  // loaded.
  const { ensureInstrumentationRegistered } = await import(
    "next/dist/server/lib/router-utils/instrumentation-globals.external.js"
  );
  await ensureInstrumentationRegistered(dir, ".next");
  const api = publishedApi();
  if (!api) throw new Error("The build has published no routes.");
  return { app, answer: answerApi(api, host)(app.getRequestHandler()) };
}

process.title = "partner-wallet-server";
exitWithParent();
if (process.argv.includes("--json")) printJson();
markOwnServer();
const build = Promise.withResolvers<Awaited<ReturnType<typeof loadBuild>>>();
const server = createServer(
  {
    requestTimeoutMs: Number(REQUEST_TIMEOUT_MS || 20_000),
    trustedProxyHops: Number(TRUSTED_PROXY_HOPS || 0),
    role,
  },
  waitFor(build.promise.then(({ answer }) => answer)),
);
const shutdownTimes = {
  drainMs: Number(SHUTDOWN_DRAIN_MS || 5_000),
  limitMs: Number(SHUTDOWN_LIMIT_MS || 20_000),
};
stopOnSignal(server, shutdownTimes, async () => {
  await finishBeforeExit();
  await (await build.promise).app.close();
});
server.once("error", fail);
// The background work starts only after the server has bound its port.
server.listen(Number(PORT), HOST, () => {
  console.log(`The server listens on http://${host} (role: ${role})`);
  build.resolve(loadBuild());
});
build.promise.catch(fail);
