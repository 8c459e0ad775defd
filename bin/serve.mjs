/**
 * `npm run serve`: the production server. It takes every setting from the environment, starts no
 * database, seeds nothing and changes no tables. When the server dies it ends: to start it again is a supervisor's business.
 * Exit codes: bin/bootstrap/faults.mjs.
 */
import "./bootstrap/check-node.mjs";
import { spawn } from "node:child_process";
import { withClosing } from "./bootstrap/closing.mjs";
import { exitCodes, Fault } from "./bootstrap/faults.mjs";
import { repositoryFolder } from "./bootstrap/paths.mjs";
import { continueUnderPinnedNode } from "./bootstrap/pinned-node.mjs";
import { requireFreePort } from "./bootstrap/port.mjs";
import { setting } from "./bootstrap/setting.mjs";
import { readPort } from "./bootstrap/settings.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";
import { databaseUrls } from "./database/urls.mjs";
import { say } from "./process/say.mjs";

async function main() {
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  try {
    return await serve(await prepare());
  } catch (error) {
    if (stopSignal.aborted) throw error;
    if (error instanceof Fault) {
      say("fatal", error.message);
      return error.exitCode;
    }
    say("fatal", `Unexpected error: ${error instanceof Error ? error.stack : error}`);
    return exitCodes.unexpected;
  }
}

/** Ends unless everything is there that the server needs. Returns the server's environment. */
async function prepare() {
  const { isBuilt } = await import("./build/build-app.mjs");
  const { requireValidEnvironment } = await import("./service/require-environment.mjs");
  const { requireMigrated } = await import("./database/migrate.mjs");
  const { requireDatabase } = await import("./database/require-database.mjs");
  const { untilReachable } = await import("./database/wait-until-reachable.mjs");
  const env = await requireValidEnvironment(process.env);
  if (!isBuilt()) throw new Fault("build", "There is no build. Make one: node bin/build.mjs");
  const host = setting("HOST") ?? "127.0.0.1";
  const port = readPort(setting("PORT"));
  await requireFreePort(host, port);
  const urls = databaseUrls();
  const limitMs = env.DATABASE_START_WAIT_S * 1_000;
  for (const url of new Set([urls.direct, urls.service]))
    await untilReachable(url, { limitMs, tell: (text) => say("warn", text) });
  await requireMigrated(urls.direct);
  await requireDatabase({
    databaseUrl: urls.service,
    environment: env.SERVICE_ENVIRONMENT,
    warn: (text) => say("warn", text),
  });
  const { missingProviders } = await import("./service/providers.mjs");
  for (const { text, setting: name } of await missingProviders(env))
    say("warn", `${text} (${name}=sandbox simulates one in staging alone.)`);
  // The owner's login is for migrations alone: the server must not have it.
  const { DATABASE_MIGRATE_URL: _, ...own } = process.env;
  return { ...own, NODE_ENV: "production", HOST: host, PORT: String(port) };
}

/** @param {Record<string, string | undefined>} env @returns {Promise<number>} */
async function serve(env) {
  const { serverArguments } = await import("./service/start-server.mjs");
  stopSignal.throwIfAborted();
  const child = spawn(process.execPath, serverArguments(["--json"]), {
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
