import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClosing } from "../../bin/bootstrap/closing.mjs";
import { prepareDataFolder } from "../../bin/bootstrap/data-folder.mjs";
import { dataPaths, repositoryFolder } from "../../bin/bootstrap/paths.mjs";
import { freePort } from "../../bin/bootstrap/port.mjs";
import { localUrl, readStartSettings } from "../../bin/bootstrap/settings.mjs";
import { buildApp } from "../../bin/build/build-app.ts";
import { migrate } from "../../bin/database/migrate.ts";
import { startDatabase } from "../../bin/postgres/start-database.ts";
import { startPostgres } from "../../bin/postgres/start-postgres.ts";
import { serverEnvironment } from "../../bin/service/make-server-environment.ts";
import { readOrMakeSecrets } from "../../bin/service/secrets.ts";
import { seedIfEmpty } from "../../bin/service/seed-if-empty.ts";
import { serverArguments } from "../../bin/service/start-server.ts";
import type { Demo } from "./start-service.ts";

const readyTimeoutMs = 5 * 60_000;

export interface KillableService {
  baseUrl: string;
  databaseUrl: string;
  /** The environment variables of the server. */
  env: Record<string, string | undefined>;
  partners: Demo["partners"];
  admins: Demo["admins"];
  /** Starts the server, with these settings too, and waits until it is ready. */
  start: (settings?: Record<string, string>) => Promise<void>;
  /** The id of the server's process while it runs. */
  pid: () => number | undefined;
  /** Ends the server with SIGKILL, without a shutdown. The database keeps running. */
  kill: () => Promise<void>;
  /** Stops the server and the database, and deletes the data. */
  stop: () => Promise<void>;
}

/** Creates a demo server on a database that survives the server's crashes, so that it can be started again. */
export async function makeKillableService(): Promise<KillableService> {
  await buildApp();
  const dataDir = await mkdtemp(join(tmpdir(), "partner-wallet-killed-"));
  const closing = createClosing();
  closing.add("The data", () => rm(dataDir, { recursive: true, force: true }));
  try {
    await prepareDataFolder(dataDir);
    const paths = dataPaths(dataDir);
    const settings = readStartSettings({ DATA_DIR: dataDir });
    const secrets = await readOrMakeSecrets(paths);
    const { databaseUrl, ownerUrl } = await startDatabase({
      ...{ paths, secrets, closing },
      start: startPostgres,
    });
    await migrate(ownerUrl);
    const port = await freePort(settings.host);
    const env = serverEnvironment({ settings, secrets, port, databaseUrl });
    await seedIfEmpty({ dataDir }, { ...env, DATABASE_MIGRATE_URL: ownerUrl });
    const { partners, admins }: Demo = JSON.parse(await readFile(paths.demoSeed, "utf8"));
    const baseUrl = localUrl(settings.host, port);
    let server: ChildProcess | undefined;
    const kill = async () => {
      if (server) await killGroup(server);
      server = undefined;
    };
    closing.add("The server", kill);
    return {
      baseUrl,
      databaseUrl,
      env,
      partners,
      admins,
      pid: () => server?.pid,
      async start(settingsOfStart = {}) {
        server = startServer({ ...env, ...settingsOfStart }, paths.serverLog);
        await untilReady(server, baseUrl, paths.serverLog);
      },
      kill,
      async stop() {
        if (!(await closing.closeAll())) throw new Error("The service could not be stopped.");
      },
    };
  } catch (error) {
    await closing.closeAll();
    throw error;
  }
}

/** Starts the server as bin/serve.mjs does. */
function startServer(env: Record<string, string | undefined>, logFile: string): ChildProcess {
  const log = openSync(logFile, "a", 0o600);
  const server = spawn(process.execPath, serverArguments(), {
    cwd: repositoryFolder,
    env: { ...env, NODE_ENV: "production" },
    stdio: ["ignore", log, log, "ipc"],
    detached: true, // its own process group, so that a kill ends all of its processes
  });
  closeSync(log);
  return server;
}

async function killGroup(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once("exit", done));
  process.kill(-server.pid, "SIGKILL");
  await ended;
}

async function untilReady(server: ChildProcess, baseUrl: string, logFile: string): Promise<void> {
  const deadlineMs = Date.now() + readyTimeoutMs;
  while (Date.now() < deadlineMs && server.exitCode === null) {
    const status = await fetch(`${baseUrl}/api/ready`).then(
      (answer) => answer.status,
      () => 0, // The server does not listen yet.
    );
    if (status === 200) return;
    await sleep(20);
  }
  const log = await readFile(logFile, "utf8");
  throw new Error(`The server was not ready. The end of its log:\n${log.slice(-3_000)}`);
}
