import { spawn } from "node:child_process";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { requireFreePort } from "../bootstrap/port.mjs";
import { say } from "../bootstrap/say.mjs";
import { setting } from "../bootstrap/setting.mjs";
import { readPort } from "../bootstrap/settings.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { isBuilt } from "../build/build-app.ts";
import { requireMigrated } from "../database/migrate.ts";
import { requireDatabase } from "../database/require-database.ts";
import { databaseUrls } from "../database/urls.ts";
import { waitUntilReachable } from "../database/wait-until-reachable.ts";
import { asProcessEnv } from "../process/as-process-env.ts";
import { requireValidEnvironment } from "./require-environment.ts";
import { serverArguments } from "./start-server.ts";

type Environment = Record<string, string | undefined>;

/**
 * Checks that settings, build and database are ready, and runs the production server. Returns its exit code.
 *
 * @param options `--role web`, `--role worker`, `--role all` or nothing
 */
export async function serve(options: readonly string[]): Promise<number> {
  return runServer(await prepare({ ...process.env, ...roleOf(options) }));
}

/** The role of the process as a setting: lib/kernel/settings/signer.ts. */
function roleOf(options: readonly string[]): Environment {
  if (options.length === 0) return {};
  const [, role] = /^--role[ =](\S+)$/.exec(options.join(" ")) ?? [];
  if (role === undefined || !["web", "worker", "all"].includes(role))
    throw new Fault(
      "settings",
      `${options.join(" ")}: the only option is --role web, --role worker or --role all.`,
    );
  return { SERVICE_ROLE: role };
}

/** Throws a Fault unless settings, build and database are ready. Returns the server's environment. */
async function prepare(environment: Environment): Promise<Environment> {
  const env = requireValidEnvironment(environment);
  if (!isBuilt()) throw new Fault("build", "There is no build. Make one: node bin/build.mjs");
  const host = setting("HOST") ?? "127.0.0.1";
  const port = readPort(setting("PORT"));
  await requireFreePort(host, port);
  const urls = databaseUrls();
  const limitMs = env.DATABASE_START_WAIT_S * 1_000;
  for (const url of new Set([urls.direct, urls.service]))
    await waitUntilReachable(url, { limitMs, tell: (text) => say("warn", text) });
  await requireMigrated(urls.direct);
  await requireDatabase({
    databaseUrl: urls.service,
    environment: env.SERVICE_ENVIRONMENT,
    warn: (text) => say("warn", text),
  });
  // The owner's login is for migrations alone: the server must not have it.
  const { DATABASE_MIGRATE_URL: _, ...own } = environment;
  return { ...own, NODE_ENV: "production", HOST: host, PORT: String(port) };
}

/** Runs the server to its end and returns its exit code. */
async function runServer(env: Environment): Promise<number> {
  stopSignal.throwIfAborted();
  const child = spawn(process.execPath, serverArguments(["--json"]), {
    cwd: repositoryFolder,
    env: asProcessEnv(env),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true, // One signal from us, not a second one from the terminal.
  });
  stopSignal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(stopSignal.aborted ? 0 : (code ?? 1)));
  });
}
