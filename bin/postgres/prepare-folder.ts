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

/**
 * Makes the folder of a database cluster, unless it is there, and sees to it that nobody works in
 * it any more.
 */
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
  // Made under another name: one that was interrupted is then never taken for a whole one.
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
      // The same order and the same lower case on every machine, whatever locales it has.
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
 * After a `kill -9` of its starter a PostgreSQL may live on, or its pid file name a process that
 * is no PostgreSQL at all, at which the next one refuses to start. The one is asked to stop; the
 * other's file is removed, but only when nobody works in the folder: that is what it is for. After
 * a `kill -9` of its own the sessions that it had still end what they are at.
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
