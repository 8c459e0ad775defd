import { existsSync } from "node:fs";
import { Fault } from "./faults.mjs";
import { lockHolder, tryLock } from "./lock.mjs";
import { sleep } from "./process-info.mjs";
import { stopSignal } from "./stop-signal.mjs";

// npm returns before its child process has ended, so a start right after a stop finds the old instance.
const graceMs = 1_500;
const stoppingTimeoutMs = 30_000;

/**
 * Ends this process if another instance runs. Returns whether a previous instance was killed, whose server may still be
 * ending.
 *
 * @param {string} lockPath
 */
export async function requireNotRunning(lockPath) {
  const startedMs = Date.now();
  for (;;) {
    stopSignal.throwIfAborted();
    const holder = lockHolder(lockPath);
    if (holder === undefined) return existsSync(lockPath);
    const limitMs = holder.isStopping === true ? stoppingTimeoutMs : graceMs;
    if (Date.now() - startedMs > limitMs) throw runningFault(lockPath, holder.pid);
    await sleep(100);
  }
}

/**
 * Reserves the data folder for this instance until it ends.
 *
 * @param {string} lockPath
 * @param {import("./closing.mjs").Closing} closing
 */
export function becomeOnlyInstance(lockPath, closing) {
  const lock = tryLock(lockPath);
  if (lock === undefined) throw runningFault(lockPath, lockHolder(lockPath)?.pid);
  closing.add("The lock of the data folder", lock.release);
  stopSignal.addEventListener("abort", () => lock.sayStopping(), { once: true });
}

/** @param {string} lockPath @param {number | undefined} pid */
function runningFault(lockPath, pid) {
  return new Fault(
    "alreadyRunning",
    `Another instance (process ${pid ?? "unknown"}) already runs on this data folder: ${lockPath}. ` +
      "Stop it, or set DATA_DIR to another folder.",
  );
}
