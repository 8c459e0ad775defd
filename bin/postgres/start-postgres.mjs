import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { endOf } from "../process/child-end.mjs";
import { linesSince } from "../process/tail.mjs";
import { choosePostgresRunner } from "./choose-runner.mjs";
import { findPostgresPrograms } from "./find-programs.mjs";
import { pidFileIn, preparePostgresFolder } from "./prepare-folder.mjs";
import { settingsFlags } from "./settings-flags.mjs";

const startTimeoutMs = 120_000; // Recovery after a crash replays what was written since.
const fastStopTimeoutMs = 30_000;
const launchAttempts = 10;
const attemptPauseMs = 300;
/** What may be otherwise a moment later: another program was quicker to take a port that was free, or what is left of a killed server still ends. */
const passingTrouble = /could not bind|pre-existing shared memory block/;

/**
 * A PostgreSQL as our own child, which we therefore reap.
 *
 * @typedef {object} RunningPostgres
 * @property {number} pid
 * @property {number} port
 * @property {string} pidFile names the process as long as it runs, of whatever start
 * @property {(database: string) => string} superuserUrl
 * @property {(url: string) => string} overTcp the same, for programs that know no socket
 * @property {() => Promise<void>} stop
 * @property {Promise<string>} ended resolves with the reason when it is over, asked for or not
 */

/**
 * @typedef {object} Launch
 * @property {{ postgres: string }} programs
 * @property {import("./choose-runner.mjs").Runner} runner
 * @property {string} folder
 * @property {string} logFile
 * @property {Record<string, string>} settings
 * @property {boolean} ownGroup
 */

/**
 * @param {object} options
 * @param {string} options.folder the cluster's own, below a data folder that is there
 * @param {string} options.password the superuser's
 * @param {string} options.logFile
 * @param {Record<string, string>} [options.settings]
 * @param {boolean} [options.ownGroup] whether Ctrl-C in the terminal passes it by, so that what uses
 *   it can end first; without, it ends together with the process group of its starter
 * @returns {Promise<RunningPostgres>}
 */
export async function startPostgres({ folder, password, logFile, settings = {}, ownGroup = true }) {
  const programs = await findPostgresPrograms();
  const runner = await choosePostgresRunner({ program: programs.postgres, folder });
  await preparePostgresFolder({ folder, initdb: programs.initdb, password, runner });
  const { child, ended, port, withSocket } = await launch(
    { programs, runner, folder, logFile, settings, ownGroup },
    launchAttempts,
  );
  const login = `postgres:${encodeURIComponent(password)}`;
  return {
    pid: child.pid ?? 0,
    port,
    pidFile: pidFileIn(folder),
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

/** @param {Launch} what @param {number} attempts */
async function launch(what, attempts) {
  const { folder, logFile, settings } = what;
  const port = Number(settings.port ?? (await freePort("127.0.0.1")));
  const withSocket = canHoldSocket(folder, port);
  const logStart = await stat(logFile).then(
    ({ size }) => size,
    () => 0, // There is no log yet.
  );
  const child = spawnPostgres(what, {
    unix_socket_directories: withSocket ? folder : "",
    ...settings,
    port: String(port),
  });
  const ended = endOf(child);
  const reason = await untilReady({ folder, child, ended });
  if (reason === undefined) return { child, ended, port, withSocket };
  const said = await linesSince(logFile, logStart);
  if (passingTrouble.test(said) && attempts > 1) {
    await sleep(attemptPauseMs);
    return launch(what, attempts - 1);
  }
  throw new Fault(
    "dataFolderBroken",
    `PostgreSQL does not start in ${folder} (${reason}). It said, in ${logFile}:\n\n${said}\n\n` +
      "If the disk is full, free some space and start again. If its files are damaged, restore " +
      `${folder} from a backup, or move it away together with secrets.json to begin anew.`,
  );
}

/** The path of a socket has a limit, which the shortest of the systems sets at 104 bytes. @param {string} folder @param {number} port */
function canHoldSocket(folder, port) {
  const longestBytes = 103;
  // PostgreSQL takes a comma for the start of another folder.
  return (
    Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestBytes && !folder.includes(",")
  );
}

/** @param {string} url */
function withoutSocket(url) {
  const changed = new URL(url);
  changed.hostname = "127.0.0.1";
  changed.searchParams.delete("host");
  return changed.href;
}

/** @param {Launch} what @param {Record<string, string>} settings */
function spawnPostgres({ programs, runner, folder, logFile, ownGroup }, settings) {
  const log = openSync(logFile, "a", 0o600);
  try {
    const [command, ...args] = [
      ...runner.prefix,
      ...[programs.postgres, "-D", folder],
      ...settingsFlags(settings),
    ];
    return spawn(command ?? programs.postgres, args, {
      ...runner.identity,
      cwd: folder,
      stdio: ["ignore", log, log],
      detached: ownGroup,
      // None of our environment: it holds the service's secrets.
      env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Returns undefined when it is ready, or why it will not be.
 *
 * @param {{ folder: string, child: import("node:child_process").ChildProcess, ended: Promise<string> }} options
 */
async function untilReady({ folder, child, ended }) {
  /** @type {string | undefined} */
  let reason;
  ended.then((why) => {
    reason = why;
  });
  const deadlineMs = Date.now() + startTimeoutMs;
  while (Date.now() < deadlineMs && !stopSignal.aborted) {
    if (reason !== undefined) return reason;
    if (await saysReady(folder, child.pid)) return undefined;
    await sleep(20);
  }
  await stopPostgres(child, ended);
  stopSignal.throwIfAborted();
  return `not ready after ${startTimeoutMs / 1000} s`;
}

/** PostgreSQL writes its state into the eighth line of its pid file. @param {string} folder @param {number | undefined} pid */
async function saysReady(folder, pid) {
  const lines = await readFile(pidFileIn(folder), "utf8").then(
    (text) => text.split("\n"),
    () => [], // Not there yet.
  );
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
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
  return new Promise((resolve) =>
    setTimeout(resolve, durationMs, /** @type {false} */ (false)).unref(),
  );
}
