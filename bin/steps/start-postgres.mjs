import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "./faults.mjs";
import { freePort } from "./port.mjs";
import { preparePostgresFolder } from "./postgres-folder.mjs";
import { findPostgresPrograms } from "./postgres-programs.mjs";
import { choosePostgresRunner } from "./postgres-user.mjs";
import { sleep } from "./process-info.mjs";
import { lastLines } from "./tail.mjs";

const startTimeoutMs = 120_000; // Recovery after a crash replays what was written since.
const fastStopTimeoutMs = 30_000;

/** What is settled for every cluster; the caller's own settings come after and win. */
const baseSettings = {
  listen_addresses: "127.0.0.1",
  max_connections: "100",
  shared_buffers: "256MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_wal_size: "2GB",
  jit: "off", // It compiles for milliseconds what here runs for microseconds.
  random_page_cost: "1.1",
  log_destination: "stderr",
  logging_collector: "off",
  log_line_prefix: "%m [%p] ",
  // The detail of an error prints whole rows, and rows are people's data.
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/**
 * A PostgreSQL as our own child, which we therefore reap.
 *
 * @typedef {object} RunningPostgres
 * @property {number} pid
 * @property {number} port
 * @property {(database: string) => string} superuserUrl
 * @property {(url: string) => string} overTcp the same, for programs that know no socket
 * @property {() => Promise<void>} stop
 * @property {Promise<string>} ended resolves with the reason when it is over, asked for or not
 *
 * @param {object} options
 * @param {string} options.folder the cluster's own, below a data folder that is there
 * @param {string} options.password the superuser's
 * @param {string} options.logFile
 * @param {Record<string, string>} [options.settings]
 * @returns {Promise<RunningPostgres>}
 */
export async function startPostgres({ folder, password, logFile, settings = {} }) {
  const programs = await findPostgresPrograms();
  const runner = await choosePostgresRunner({ program: programs.postgres, folder });
  await preparePostgresFolder({ folder, initdb: programs.initdb, password, runner });
  const port = Number(settings.port ?? (await freePort("127.0.0.1")));
  const withSocket = canHoldSocket(folder, port);
  const flags = flagsOf({
    ...baseSettings,
    unix_socket_directories: withSocket ? folder : "",
    ...settings,
    port: String(port),
  });
  const child = spawnPostgres({ programs, runner, folder, flags, logFile });
  const ended = endOf(child);
  await waitUntilReady({ folder, logFile, ended, child });
  const login = `postgres:${encodeURIComponent(password)}`;
  return {
    pid: child.pid ?? 0,
    port,
    // The socket costs a quarter less time per statement than 127.0.0.1.
    superuserUrl: (database) =>
      withSocket
        ? `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`
        : `postgresql://${login}@127.0.0.1:${port}/${database}`,
    overTcp: (url) => withoutSocket(url),
    ended,
    stop: () => stopPostgres(child, ended),
  };
}

/** The path of a socket has a limit, which the shortest of the systems sets at 104 bytes. @param {string} folder @param {number} port */
function canHoldSocket(folder, port) {
  const longestBytes = 103;
  // PostgreSQL takes a comma for the start of another folder.
  return Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestBytes && !folder.includes(",");
}

/** @param {string} url */
function withoutSocket(url) {
  const changed = new URL(url);
  changed.hostname = "127.0.0.1";
  changed.searchParams.delete("host");
  return changed.href;
}

/** @param {Record<string, string>} settings */
function flagsOf(settings) {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * @param {object} options
 * @param {{ postgres: string }} options.programs
 * @param {import("./postgres-user.mjs").Runner} options.runner
 * @param {string} options.folder
 * @param {string[]} options.flags
 * @param {string} options.logFile
 */
function spawnPostgres({ programs, runner, folder, flags, logFile }) {
  const log = openSync(logFile, "a", 0o600);
  try {
    const [command, ...args] = [...runner.prefix, programs.postgres, "-D", folder, ...flags];
    return spawn(command ?? programs.postgres, args, {
      ...runner.identity,
      cwd: folder,
      stdio: ["ignore", log, log],
      // A group of its own: Ctrl-C in the terminal must reach the server before the database.
      detached: true,
      // None of our environment: it holds the service's secrets.
      env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
    });
  } finally {
    closeSync(log);
  }
}

/** @param {import("node:child_process").ChildProcess} child @returns {Promise<string>} */
function endOf(child) {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  });
}

/** @param {{ folder: string, logFile: string, ended: Promise<string>, child: import("node:child_process").ChildProcess }} options */
async function waitUntilReady({ folder, logFile, ended, child }) {
  /** @type {string | undefined} */
  let reason;
  ended.then((why) => {
    reason = why;
  });
  const deadlineMs = Date.now() + startTimeoutMs;
  while (Date.now() < deadlineMs) {
    if (reason !== undefined) throw await refusal(folder, logFile, reason);
    if (await saysReady(folder, child.pid)) return;
    await sleep(20);
  }
  await stopPostgres(child, ended);
  throw await refusal(folder, logFile, `not ready after ${startTimeoutMs / 1000} s`);
}

/** PostgreSQL writes its state into the eighth line of its pid file. @param {string} folder @param {number | undefined} pid */
async function saysReady(folder, pid) {
  const lines = await readFile(`${folder}/postmaster.pid`, "utf8").then(
    (text) => text.split("\n"),
    () => [], // Not there yet.
  );
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

/** @param {string} folder @param {string} logFile @param {string} reason */
async function refusal(folder, logFile, reason) {
  return new Fault(
    "dataFolderBroken",
    `PostgreSQL does not start in ${folder} (${reason}). The last lines of ${logFile}:\n\n` +
      `${await lastLines(logFile, 15)}\n\n` +
      "If the disk is full, free some space and start again. If its files are damaged, restore " +
      `${folder} from a backup, or move it away together with secrets.json to begin anew.`,
  );
}

/** @param {import("node:child_process").ChildProcess} child @param {Promise<string>} ended */
async function stopPostgres(child, ended) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT"); // "Fast": ends the sessions, writes everything out.
  const stopped = await Promise.race([ended.then(() => true), sleepUnref(fastStopTimeoutMs)]);
  if (stopped) return;
  child.kill("SIGQUIT"); // "Immediate": loses nothing that was committed, but recovers at the next start.
  await ended;
}

/** @param {number} durationMs @returns {Promise<false>} */
function sleepUnref(durationMs) {
  return new Promise((resolve) => setTimeout(resolve, durationMs, /** @type {false} */ (false)).unref());
}
