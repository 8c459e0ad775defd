import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { asProcessEnv } from "../process/as-process-env.ts";
import { linesSince } from "../process/read-log-end.ts";
import { endOf } from "../process/wait-for-end.ts";
import { choosePostgresRunner, type Runner } from "./choose-runner.ts";
import { findPostgresPrograms } from "./find-programs.ts";
import { pidFileIn, preparePostgresFolder } from "./prepare-folder.ts";
import { settingsFlags } from "./settings-flags.ts";

const startTimeoutMs = 120_000; // Recovery after a crash replays what was written since.
const fastStopTimeoutMs = 30_000;
const launchAttempts = 10;
const attemptPauseMs = 300;
/** Temporary errors: another program took the free port first, or a killed server has not ended yet. */
const passingTrouble = /could not bind|pre-existing shared memory block/;

/** A PostgreSQL that is a child process of this one. */
export interface RunningPostgres {
  pid: number;
  port: number;
  /** The file that names the process while it runs, also after a restart. */
  pidFile: string;
  superuserUrl: (database: string) => string;
  /** Changes a URL to one over TCP, for programs that cannot use the socket. */
  overTcp: (url: string) => string;
  stop: () => Promise<void>;
  /** Resolves with the reason when PostgreSQL has ended, also after `stop`. */
  ended: Promise<string>;
}

interface Launch {
  programs: { postgres: string };
  runner: Runner;
  folder: string;
  logFile: string;
  settings: Record<string, string>;
  ownGroup: boolean;
}

export interface StartPostgresOptions {
  /** The folder of the cluster. Its parent must exist. */
  folder: string;
  /** The password of the superuser. */
  password: string;
  logFile: string;
  settings?: Record<string, string>;
  /**
   * Whether PostgreSQL gets a process group of its own. Ctrl-C in the terminal then does not reach it, and the processes
   * that use it can end first.
   */
  ownGroup?: boolean;
}

export async function startPostgres({
  folder,
  password,
  logFile,
  settings = {},
  ownGroup = true,
}: StartPostgresOptions): Promise<RunningPostgres> {
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

async function launch(what: Launch, attempts: number) {
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

/** The path of a socket has a limit, which the shortest of the systems sets at 104 bytes. */
function canHoldSocket(folder: string, port: number) {
  const longestBytes = 103;
  // PostgreSQL takes a comma for the start of another folder.
  return (
    Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestBytes && !folder.includes(",")
  );
}

function withoutSocket(url: string) {
  const changed = new URL(url);
  changed.hostname = "127.0.0.1";
  changed.searchParams.delete("host");
  return changed.href;
}

function spawnPostgres(
  { programs, runner, folder, logFile, ownGroup }: Launch,
  settings: Record<string, string>,
) {
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
      // The child gets none of this environment, which has the service's secrets.
      env: asProcessEnv({ PATH: process.env.PATH ?? "", LC_ALL: "C" }),
    });
  } finally {
    closeSync(log);
  }
}

/** Returns undefined when it is ready, or why it will not be. */
async function untilReady({
  folder,
  child,
  ended,
}: {
  folder: string;
  child: ChildProcess;
  ended: Promise<string>;
}) {
  let reason: string | undefined;
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

/** PostgreSQL writes its state into the eighth line of its pid file. */
async function saysReady(folder: string, pid: number | undefined) {
  const lines = await readFile(pidFileIn(folder), "utf8").then(
    (text) => text.split("\n"),
    () => [], // Not there yet.
  );
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

async function stopPostgres(child: ChildProcess, ended: Promise<string>) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT"); // "Fast": ends the sessions, writes everything out.
  const stopped = await Promise.race([ended.then(() => true), sleepUnref(fastStopTimeoutMs)]);
  if (stopped) return;
  child.kill("SIGQUIT"); // "Immediate": loses nothing that was committed, but recovers at the next start.
  await ended;
}

function sleepUnref(durationMs: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, durationMs, false as false).unref());
}
