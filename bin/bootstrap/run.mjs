import { spawn } from "node:child_process";
import { stopSignal } from "./stop-signal.mjs";

const killAfterMs = 5_000;

/**
 * Runs a program to its end and returns its exit code and output. The program and its children are stopped by a stop
 * signal or after the timeout.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Omit<import("node:child_process").SpawnOptions, "env"> & { env?: Record<string, string | undefined>, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { timeoutMs, env = process.env, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const ownGroup = { detached: true }; // so that what the program starts can be stopped with it
    const child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      ...ownGroup,
      ...options,
      env: /** @type {NodeJS.ProcessEnv} */ (env),
    });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    let note = "";
    const onStop = () => stopGroup(child);
    const onTimeout = () => {
      note = `\n(stopped after ${timeoutMs} ms)`;
      stopGroup(child);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      stopSignal.removeEventListener("abort", onStop);
    };
    stopSignal.addEventListener("abort", onStop, { once: true });
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (code, signal) => {
      settle();
      if (signal !== null && note === "") note = `\n(ended by ${signal})`;
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8").trim() + note });
    });
  });
}

/**
 * Stops a child and its children with SIGTERM, and later with SIGKILL.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
function stopGroup(child) {
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), killAfterMs);
  child.once("close", () => clearTimeout(timer));
}

/** @param {import("node:child_process").ChildProcess} child @param {NodeJS.Signals} signal */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The last process of the group ended by itself meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
