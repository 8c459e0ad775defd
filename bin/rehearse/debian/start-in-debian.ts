import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { asProcessEnv } from "../../process/as-process-env.ts";
import { endOf } from "../../process/wait-for-end.ts";
import { debianCommand, type InDebian } from "./enter.ts";
import { type SeenProcess, seeProcesses, treeOf } from "./processes.ts";

const STOP_TIMEOUT_MS = 20_000;

/** A program in a Debian base, with everything that it started. */
export interface DebianProgram {
  /** Resolves with the reason when all of it has ended. */
  ended: Promise<string>;
  /** The processes of its namespace, the first one first. */
  processes: () => SeenProcess[];
  /** Ends all of its processes in the same instant, as the loss of their machine would. */
  destroy: () => Promise<void>;
  /** Asks the program to end, and destroys it if it does not. */
  stop: () => Promise<void>;
}

/** Starts a program in a Debian base. Its output goes to the end of the log file. */
export function startInDebian(
  place: InDebian,
  program: readonly string[],
  logFile: string,
): DebianProgram {
  const { command, args, env } = debianCommand(place, program);
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(command, args, {
    env: asProcessEnv(env),
    stdio: ["ignore", log, log],
    detached: true, // Ctrl-C in the terminal reaches it through us.
  });
  closeSync(log);
  const ended = endOf(child);
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  const processes = () => {
    const all = seeProcesses();
    // The child is `unshare`, still in our namespace; what it started is in the new one.
    return treeOf(child.pid ?? 0, all).slice(1);
  };
  const signal = (name: NodeJS.Signals) => {
    if (hasEnded) return;
    const [first] = processes();
    try {
      if (first !== undefined) process.kill(first.pid, name);
      // Nothing runs in the namespace yet. `unshare` takes with it what it starts meanwhile.
      else child.kill("SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  };
  const destroy = async () => {
    signal("SIGKILL");
    await ended;
  };
  return {
    ended,
    processes,
    destroy,
    stop: async () => {
      signal("SIGTERM");
      const timer = setTimeout(() => signal("SIGKILL"), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
