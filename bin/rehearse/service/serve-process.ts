import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../bootstrap/faults.mjs";
import { repositoryFolder } from "../../bootstrap/paths.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import { asProcessEnv } from "../../process/as-process-env.ts";
import { lastLines } from "../../process/read-log-end.ts";
import { endOf } from "../../process/wait-for-end.ts";
import { seeProcesses, treeOf } from "../debian/processes.ts";

const READY_TIMEOUT_MS = 120_000;
/** As long as systemd waits before it kills. */
const END_TIMEOUT_MS = 90_000;

/** A process of the service with what starts it again: `npm run serve` under a supervisor. */
export interface ServeProcess {
  name: string;
  /** Starts it anew and waits until it is ready. */
  start: () => Promise<void>;
  /** Asks it to end by SIGTERM and waits for the end. Killed after the time that a supervisor gives it. */
  stop: () => Promise<void>;
  /** Kills the server without a word, and waits until `npm run serve` has ended with it. */
  kill: () => Promise<void>;
}

interface Place {
  name: string;
  role: "web" | "worker";
  port: number;
  env: Record<string, string | undefined>;
  logFile: string;
}

export function serveProcess({ name, role, port, env, logFile }: Place): ServeProcess {
  let running: { pid: number; ended: Promise<string>; hasEnded: boolean } | undefined;

  async function untilReady(current: { hasEnded: boolean }) {
    const deadlineMs = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < deadlineMs && !current.hasEnded) {
      stopSignal.throwIfAborted();
      const status = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
        (answer) => answer.status,
        () => 0, // It does not listen yet.
      );
      if (status === 200) return;
      await sleep(50);
    }
    throw new Fault("notReady", `${name} is not ready:\n\n${await lastLines(logFile, 15)}`);
  }

  const current = () => {
    if (running === undefined) throw new Error(`${name} was not started.`);
    return running;
  };

  return {
    name,
    async start() {
      const log = openSync(logFile, "a", 0o600);
      const script = join(repositoryFolder, "bin/serve.mjs");
      const child = spawn(process.execPath, [script, "--role", role], {
        cwd: repositoryFolder,
        env: asProcessEnv({ ...env, PORT: String(port) }),
        // It sees the end of this process by the closed channel.
        stdio: ["ignore", log, log, "ipc"],
        detached: true, // Ctrl-C in the terminal reaches it through us.
      });
      closeSync(log);
      const started = { pid: child.pid ?? 0, ended: endOf(child), hasEnded: false };
      started.ended.then(() => {
        started.hasEnded = true;
      });
      running = started;
      await untilReady(started);
    },
    async stop() {
      if (running === undefined || running.hasEnded) return;
      const { pid, ended } = running;
      process.kill(pid, "SIGTERM");
      const timer = setTimeout(() => killTree(pid), END_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
    async kill() {
      const { pid, ended } = current();
      // `npm run serve` has one child, the server.
      const [, server] = treeOf(pid, seeProcesses());
      if (server === undefined) throw new Error(`${name} has no server.`);
      process.kill(server.pid, "SIGKILL");
      await ended;
    },
  };
}

function killTree(root: number) {
  for (const { pid } of treeOf(root, seeProcesses()))
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
}
