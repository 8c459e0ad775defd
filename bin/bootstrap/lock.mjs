import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isAlive, sleep, startMark } from "./process-info.mjs";

/** @typedef {{ pid: number, mark: string | undefined, isStopping?: boolean }} Holder */

/**
 * @typedef {object} Lock
 * @property {() => void} release
 * @property {() => void} sayStopping tells waiting processes that the lock will soon be free
 */

/** Returns the holder of a lock file; undefined when no living process holds it. @param {string} path */
export function lockHolder(path) {
  const holder = read(path)?.holder;
  return holder !== undefined && isRunning(holder) ? holder : undefined;
}

/**
 * Takes a lock file, also from a process that has died. Returns undefined when a living process holds it.
 *
 * @param {string} path
 * @returns {Lock | undefined}
 */
export function tryLock(path) {
  /** @type {Holder} */
  const mine = { pid: process.pid, mark: startMark(process.pid) };
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  // The file is written first and then linked, so no process reads an incomplete lock.
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(draft, path);
        return {
          release: () => release(path, mine),
          sayStopping: () => rewrite(path, draft, { ...mine, isStopping: true }),
        };
      } catch (error) {
        if (!isCode(error, "EEXIST")) throw error;
      }
      const found = read(path);
      if (found === undefined) continue; // Given back at this moment.
      if (found.holder !== undefined && isRunning(found.holder)) return undefined;
      if (!removeStale(path, found.text)) return undefined;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Waits until the holder releases a lock, and takes it.
 *
 * @param {string} path
 * @param {{ timeoutMs: number, signal: AbortSignal }} options
 */
export async function lockOrWait(path, { timeoutMs, signal }) {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const lock = tryLock(path);
    if (lock !== undefined) return lock;
    if (Date.now() > deadlineMs) throw new Error(`${path} was not given back in ${timeoutMs} ms.`);
    await sleep(200);
  }
}

/**
 * Two processes may find the same stale lock. The slower one must not remove the new lock of the faster one.
 *
 * @param {string} path
 * @param {string} staleText
 */
function removeStale(path, staleText) {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return true;
    throw error;
  }
  const taken = read(aside);
  const wasStale = taken === undefined || taken.text === staleText;
  if (!wasStale) linkSync(aside, path);
  rmSync(aside, { force: true });
  return wasStale;
}

/** @param {string} path @param {Holder} mine */
function release(path, mine) {
  if (isHeldBy(path, mine)) rmSync(path, { force: true });
}

/** @param {string} path @param {string} draft @param {Holder} mine */
function rewrite(path, draft, mine) {
  if (!isHeldBy(path, mine)) return;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  renameSync(draft, path);
}

/** @param {string} path @param {Holder} mine */
function isHeldBy(path, mine) {
  const holder = read(path)?.holder;
  return holder?.pid === mine.pid && holder.mark === mine.mark;
}

/** @param {string} path @returns {{ text: string, holder: Holder | undefined } | undefined} */
function read(path) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    const holder = JSON.parse(text);
    return { text, holder: Number.isInteger(holder?.pid) ? holder : undefined };
  } catch {
    return { text, holder: undefined }; // Damaged: it names nobody, so nobody holds it.
  }
}

/** @param {Holder} holder */
function isRunning({ pid, mark }) {
  return isAlive(pid) && startMark(pid) === mark;
}

/** @param {unknown} error @param {string} code */
function isCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
