import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether a process with this id runs, under any user. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  // One that has ended but was not waited for still answers, in some containers for ever.
  return statFields(pid)?.[0] !== "Z";
}

/**
 * When a process began, in the kernel's own unit: with the id it names one process for ever,
 * whereas an id alone is given again to another.
 *
 * @param {number} pid
 */
export function startMark(pid) {
  return statFields(pid)?.[19];
}

/**
 * What the kernel says of a process, from its state on; undefined where there is no /proc.
 *
 * @param {number} pid
 */
function statFields(pid) {
  const text = ifReadable(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The program's name stands in parentheses and may hold spaces; what follows is regular.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The processes that work in a folder, as far as they are ours to see. @param {string} folder a real path */
export function processesIn(folder) {
  const ids = ifReadable(() => readdirSync("/proc"))?.filter((name) => /^\d+$/.test(name)) ?? [];
  return ids
    .map(Number)
    .filter((pid) => ifReadable(() => readlinkSync(`/proc/${pid}/cwd`)) === folder);
}

/** @template Result @param {() => Result} read @returns {Result | undefined} */
function ifReadable(read) {
  try {
    return read();
  } catch {
    return undefined; // The process has ended, is another's, or the system has no /proc.
  }
}

/** @param {number} durationMs */
export function sleep(durationMs) {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

/** Asks again and again until the answer is yes. @param {() => boolean} ask @param {number} timeoutMs */
export async function waitUntil(ask, timeoutMs) {
  const deadlineMs = Date.now() + timeoutMs;
  while (!ask()) {
    if (Date.now() > deadlineMs) return false;
    await sleep(50);
  }
  return true;
}
