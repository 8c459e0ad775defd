/**
 * `npm run serve`: the production server. It takes every setting from the environment, starts no
 * database, seeds nothing and changes no tables. When the server dies it ends: to start it again is a supervisor's business.
 * Exit codes: steps/faults.mjs.
 */
import "./steps/check-node.mjs";
import { spawn } from "node:child_process";
import { withClosing } from "./steps/closing.mjs";
import { databaseUrls, setting } from "./steps/database-urls.mjs";
import { Fault } from "./steps/faults.mjs";
import { repositoryFolder } from "./steps/paths.mjs";
import { continueUnderPinnedNode } from "./steps/pinned-node.mjs";
import { requireFreePort } from "./steps/port.mjs";
import { readPort } from "./steps/settings.mjs";
import { listenForStop, stopSignal } from "./steps/stop-signal.mjs";

async function main() {
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  const { isBuilt } = await import("./steps/build.mjs");
  const { requireValidEnvironment } = await import("./steps/require-environment.mjs");
  const { requireMigrated } = await import("./steps/migrate.mjs");
  const { requireConnectionSettings } = await import("./steps/require-connection.mjs");
  const { requireSameEnvironment } = await import("./steps/same-environment.mjs");
  await requireValidEnvironment(process.env);
  if (!isBuilt()) throw new Fault("build", "There is no build. Make one: node bin/build.mjs");
  const host = setting("HOST") ?? "127.0.0.1";
  const port = readPort(setting("PORT"));
  await requireFreePort(host, port);
  const urls = databaseUrls();
  await requireMigrated(urls.direct);
  await requireConnectionSettings(urls.service);
  await requireSameEnvironment(urls.service, setting("SERVICE_ENVIRONMENT") ?? "");
  return serve({ ...process.env, NODE_ENV: "production", HOST: host, PORT: String(port) });
}

/** @param {Record<string, string | undefined>} env @returns {Promise<number>} */
async function serve(env) {
  const { nextStart } = await import("./steps/start-server.mjs");
  stopSignal.throwIfAborted();
  const child = spawn(process.execPath, nextStart(env), {
    cwd: repositoryFolder,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true, // One signal from us, not a second one from the terminal.
  });
  stopSignal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(stopSignal.aborted ? 0 : (code ?? 1)));
  });
}

listenForStop();
process.exit(await withClosing(main));
