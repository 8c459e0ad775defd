import { existsSync } from "node:fs";
import { chown, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { isAlive, processesIn, waitUntil } from "../bootstrap/process-info.mjs";
import { run } from "../bootstrap/run.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import type { Runner } from "./choose-runner.ts";
import { postgresMajor } from "./find-programs.ts";

const stopTimeoutMs = 60_000;

/**
 * Where PostgreSQL writes its process id and its state.
 *
 * @param folder the cluster's
 */
export function pidFileIn(folder: string) {
  return join(folder, "postmaster.pid");
}

interface PreparePostgresFolderOptions {
  folder: string;
  initdb: string;
  /** The password of the superuser. */
  password: string;
  runner: Runner;
}

/** Creates the folder of a database cluster, unless it exists, and stops a PostgreSQL that still uses it. */
export async function preparePostgresFolder({
  folder,
  initdb,
  password,
  runner,
}: PreparePostgresFolderOptions) {
  if (!existsSync(folder)) return createFolder({ folder, initdb, password, runner });
  await checkVersion(folder);
  await stopForgottenServer(folder);
}

async function createFolder({
  folder,
  initdb,
  password,
  runner,
}: Parameters<typeof preparePostgresFolder>[0]) {
  // Created under another name and renamed at the end, so that an interrupted one is never used.
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: "wx" });
  if (runner.owner !== undefined) {
    await chown(draft, runner.owner.uid, runner.owner.gid);
    await chown(passwordFile, runner.owner.uid, runner.owner.gid);
  }
  try {
    const [command, ...args] = [
      ...runner.prefix,
      initdb,
      `--pgdata=${draft}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Sorts and lower-cases in the same way on every machine, whatever its locales are.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
    ];
    const made = await run(command ?? initdb, args, {
      ...runner.identity,
      cwd: draft,
      env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
    });
    if (made.code !== 0) {
      throw new Fault(
        "database",
        `PostgreSQL could not make its folder ${folder}:\n${made.output}`,
      );
    }
    await rename(draft, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function checkVersion(folder: string) {
  const repair = `Move ${folder} away (it holds the data) or use another DATA_DIR.`;
  const version = await readFile(`${folder}/PG_VERSION`, "utf8").catch((error) => {
    throw new Fault(
      "dataFolderBroken",
      `${folder} is not a whole PostgreSQL folder: its PG_VERSION cannot be read. ${repair}`,
      { cause: error },
    );
  });
  if (version.trim() === postgresMajor) return;
  throw new Fault(
    "dataFolderBroken",
    `${folder} was made by PostgreSQL ${version.trim()}, and this is ${postgresMajor}. Start the ` +
      `version that made it to dump its data with pg_dump, or: ${repair}`,
  );
}

/**
 * After a `kill -9` of the parent process, PostgreSQL may still run, or the pid file may name a process of another
 * program; both prevent the next start. A running PostgreSQL is stopped. A wrong pid file is removed, but only when no
 * process uses the folder, because the file protects the folder. After a `kill -9` of PostgreSQL itself its sessions
 * first finish their statements.
 */
async function stopForgottenServer(folder: string) {
  const real = await realpath(folder);
  const pidFile = pidFileIn(folder);
  if (existsSync(pidFile)) {
    const pid = Number.parseInt(await readFile(pidFile, "utf8"), 10);
    if (pid > 1 && isAlive(pid) && (await worksIn(pid, real))) process.kill(pid, "SIGINT");
    const isFree = () => {
      stopSignal.throwIfAborted();
      return processesIn(real).length === 0;
    };
    if (!(await waitUntil(isFree, stopTimeoutMs))) {
      throw new Fault(
        "database",
        `PostgreSQL still runs in ${folder} (process ${processesIn(real).join(", ")}) and does ` +
          "not stop. End it by hand.",
      );
    }
    await rm(pidFile, { force: true });
  }
  const sockets = (await readdir(folder)).filter((name) => name.startsWith(".s.PGSQL."));
  for (const name of sockets) await rm(join(folder, name), { force: true });
}

async function worksIn(pid: number, folder: string) {
  if (process.platform === "linux") return processesIn(folder).includes(pid);
  const { output } = await run("ps", ["-o", "command=", "-p", String(pid)]);
  return output.includes(folder);
}
