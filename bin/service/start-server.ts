import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { portFault } from "../bootstrap/port.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { signalGroup } from "../bootstrap/run.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { asProcessEnv } from "../process/as-process-env.ts";
import { lastLines, linesSince } from "../process/read-log-end.ts";
import { endOf } from "../process/wait-for-end.ts";

const readyTimeoutMs = 90_000;
const answerTimeoutMs = 5_000;
const stopTimeoutMs = 15_000;

/** The production server as a child process of this one. */
export interface RunningServer {
  /** Resolves with the reason when the server has ended, also after `stop`. */
  ended: Promise<string>;
  stop: () => Promise<void>;
  /** Resolves when the server answers 200 at this path. */
  untilAnswering: (path: string) => Promise<void>;
  pid: number | undefined;
}

interface StartServerOptions {
  /** The environment of the server, with HOST and PORT. */
  env: Record<string, string | undefined>;
  /** The server's URL on this machine. */
  url: string;
  logFile: string;
}

export async function startServer({
  env,
  url,
  logFile,
}: StartServerOptions): Promise<RunningServer> {
  const log = openSync(logFile, "a", 0o600);
  const logStart = (await stat(logFile)).size;
  const child = spawn(process.execPath, serverArguments(), {
    cwd: repositoryFolder,
    env: asProcessEnv(env),
    stdio: ["ignore", log, log, "ipc"],
    // The server has a process group of its own: this process passes Ctrl-C on to the server before it stops the
    // database.
    detached: true,
  });
  closeSync(log);
  const ended = endOf(child);
  return {
    pid: child.pid,
    ended,
    stop: () => stopServer(child, ended),
    untilAnswering: (path) => untilAnswering(url + path, { ended, logFile, logStart, env }),
  };
}

/**
 * The arguments under which Node runs our server on the build.
 *
 * @param options of server/main.ts
 */
export function serverArguments(options: string[] = []) {
  // Node before 22.18 does not run TypeScript itself.
  const loader = process.features.typescript ? [] : ["--import", "tsx"];
  return [...loader, join(repositoryFolder, "server/main.ts"), ...options];
}

async function untilAnswering(
  url: string,
  {
    ended,
    logFile,
    logStart,
    env,
  }: {
    ended: Promise<string>;
    logFile: string;
    logStart: number;
    env: Record<string, string | undefined>;
  },
) {
  let reason: string | undefined;
  ended.then((why) => {
    reason = why;
  });
  const deadlineMs = Date.now() + readyTimeoutMs;
  let answer = "no answer";
  while (Date.now() < deadlineMs) {
    stopSignal.throwIfAborted();
    if (reason !== undefined) throw await deathFault(reason, logFile, logStart, env);
    answer = await ask(url);
    if (answer === "200") return;
    await sleep(100);
  }
  throw new Fault(
    "notReady",
    `The server runs, but ${url} did not answer 200 in ${readyTimeoutMs / 1000} s ` +
      `(last: ${answer}). The last lines of ${logFile}:\n\n${await lastLines(logFile, 15)}`,
  );
}

async function ask(url: string) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) });
    if (answer.status === 200) return "200";
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    return isJson ? `${answer.status} ${(await answer.text()).slice(0, 300)}` : `${answer.status}`;
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error);
  }
}

async function deathFault(
  reason: string,
  logFile: string,
  logStart: number,
  env: Record<string, string | undefined>,
) {
  const said = await linesSince(logFile, logStart);
  if (said.includes("EADDRINUSE")) {
    const error = Object.assign(new Error("The port is taken"), { code: "EADDRINUSE" });
    return portFault(env.HOST ?? "", Number(env.PORT), error);
  }
  return new Fault(
    "unexpected",
    `The server ended before it was ready (${reason}). It said, in ${logFile}:\n\n${said}`,
  );
}

async function stopServer(child: ChildProcess, ended: Promise<string>) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}
