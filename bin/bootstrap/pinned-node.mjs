import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { Fault } from "./faults.mjs";
import { installedProgram } from "./paths.mjs";
import { run } from "./run.mjs";
import { stopSignal } from "./stop-signal.mjs";

const oldestMajor = 22;

/**
 * Continues under the Node version of the lock file. Returns undefined if this process runs it already. Otherwise runs
 * the same program under that version to its end, and returns its exit code.
 *
 * @returns {Promise<number | undefined>}
 */
export async function continueUnderPinnedNode() {
  const pinned = installedProgram("node");
  if (await runsHere(pinned)) {
    if (realpathSync(pinned) === realpathSync(process.execPath)) return undefined;
    return runThere(pinned);
  }
  if (Number.parseInt(process.versions.node, 10) >= oldestMajor) return undefined;
  throw new Fault(
    "node",
    `npm has no Node 24 for ${process.platform}-${process.arch} that runs here, and this is Node ` +
      `${process.versions.node}. Install Node ${oldestMajor} or newer and start again.`,
  );
}

/**
 * Whether a Node program runs: one that was built for another C library exists but does not run.
 *
 * @param {string} program
 */
async function runsHere(program) {
  if (!existsSync(program)) return false;
  return run(program, ["--version"]).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** @param {string} pinned @returns {Promise<number>} */
function runThere(pinned) {
  const [, script, ...args] = process.argv;
  // The channel closes when this process ends, even by kill -9, so the child notices.
  const child = spawn(pinned, [script ?? "", ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  stopSignal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
