import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Fault } from "../bootstrap/faults.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { asProcessEnv } from "../process/as-process-env.ts";
import { linesSince } from "../process/read-log-end.ts";
import { endOf } from "../process/wait-for-end.ts";
import { callChain } from "./call-chain.ts";
import { findAnvil } from "./find-anvil.ts";

const startTimeoutMs = 30_000;
const stopTimeoutMs = 15_000;

/** A local chain as a child process of this one. */
export interface RunningAnvil {
  pid: number;
  rpcUrl: string;
  isRunning: () => boolean;
  /** Ends the chain with SIGTERM, then with SIGKILL. */
  stop: () => Promise<void>;
  /** Ends the chain with SIGKILL. */
  kill: () => Promise<void>;
  /** Resolves with the reason when the chain has ended, also after `stop`. */
  ended: Promise<string>;
}

interface StartAnvilOptions {
  chainId: number;
  logFile: string;
  args?: string[];
  /** 0, the default, for one that is free. */
  port?: number;
  /** Whether the chain gets a process group of its own. Ctrl-C then does not reach it, and its users can end first. */
  ownGroup?: boolean;
}

export async function startAnvil({
  chainId,
  logFile,
  args = [],
  port = 0,
  ownGroup = true,
}: StartAnvilOptions): Promise<RunningAnvil> {
  const logStart = await stat(logFile).then(
    ({ size }) => size,
    () => 0, // There is no log yet.
  );
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(
    findAnvil(),
    ["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId), ...args],
    {
      stdio: ["ignore", log, log],
      detached: ownGroup,
      // The child gets none of this environment, which has the service's secrets.
      env: asProcessEnv({ PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" }),
    },
  );
  closeSync(log);
  const ended = endOf(child);
  if (child.pid !== undefined) endWithUs(child.pid, ended);
  const rpcUrl = await untilListening({ child, ended, logFile, logStart });
  // anvil would write a line for each request.
  await callChain(rpcUrl, "anvil_setLoggingEnabled", [false]);
  return {
    pid: child.pid ?? 0,
    rpcUrl,
    ended,
    isRunning: () => isRunning(child),
    stop: () => stopAnvil(child, ended),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Kills a process when this one ends, even by kill -9: a shell waits until its input from this process is closed. */
function endWithUs(pid: number, ended: Promise<string>) {
  const guard = spawn("/bin/sh", ["-c", 'read -r _; kill -9 "$0"', String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // Ctrl-C in the terminal is not our end.
  });
  // Where there is no such shell there is no guard, and everything else goes on.
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  ended.then(() => guard.kill("SIGKILL"));
}

async function untilListening({
  child,
  ended,
  logFile,
  logStart,
}: {
  child: ChildProcess;
  ended: Promise<string>;
  logFile: string;
  logStart: number;
}) {
  let reason: string | undefined;
  ended.then((why) => {
    reason = why;
  });
  const deadlineMs = Date.now() + startTimeoutMs;
  let said = "";
  while (Date.now() < deadlineMs && !stopSignal.aborted && reason === undefined) {
    said = await linesSince(logFile, logStart);
    const address = /^Listening on (\S+)$/m.exec(said)?.[1];
    if (address !== undefined) return `http://${address}`;
    await sleep(10);
  }
  await stopAnvil(child, ended);
  stopSignal.throwIfAborted();
  throw new Fault(
    "chain",
    `A local chain does not start (${reason ?? `nothing after ${startTimeoutMs / 1000} s`}). It said, in ${logFile}:\n\n${said}`,
  );
}

function isRunning(child: ChildProcess) {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function stopAnvil(child: ChildProcess, ended: Promise<string>) {
  if (!isRunning(child)) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}
