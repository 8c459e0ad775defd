import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether a process with this id runs, under any user. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  // A zombie (ended, but not waited for) still responds to signal 0, in some containers for ever.
  return statFields(pid)?.[0] !== "Z";
}

/**
 * Returns the start time of a process in clock ticks. Process ids are reused; the id and the start time together are
 * unique.
 *
 * @param {number} pid
 */
export function startMark(pid) {
  return statFields(pid)?.[19];
}

/**
 * Returns the fields of /proc/<pid>/stat from the state on; undefined where there is no /proc.
 *
 * @param {number} pid
 */
function statFields(pid) {
  const text = ifReadable(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name of the program is in parentheses and may contain spaces; the fields after it do not.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

/**
 * Returns the ids of the processes whose current directory is this folder, as far as this user may read them.
 *
 * @param {string} folder a real path
 */
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

/** Polls until the condition holds. @param {() => boolean} ask @param {number} timeoutMs */
export async function waitUntil(ask, timeoutMs) {
  const deadlineMs = Date.now() + timeoutMs;
  while (!ask()) {
    if (Date.now() > deadlineMs) return false;
    await sleep(50);
  }
  return true;
}
