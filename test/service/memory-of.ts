import { closeSync, openSync, readFileSync, readSync } from "node:fs";

const CHUNK_BYTES = 16 * 1024 * 1024;

/** Whether the memory of a process on this machine can be read: on Linux, by its user's own debugger rights. */
export const canReadMemory = process.platform === "linux" && process.getuid?.() === 0;

/** Returns whether any of the byte sequences is in the writable memory of a process. */
export function memoryHas(pid: number, needles: readonly Buffer[]): boolean {
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1;
  const memory = openSync(`/proc/${pid}/mem`, "r");
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
      const [, from = "", to = ""] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (from === "") continue;
      const end = Number.parseInt(to, 16);
      for (let at = Number.parseInt(from, 16); at < end; at += CHUNK_BYTES - overlap) {
        const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - at));
        if (!fill(memory, chunk, at)) continue;
        if (needles.some((needle) => chunk.includes(needle))) return true;
      }
    }
    return false;
  } finally {
    closeSync(memory);
  }
}

/** A region may be unmapped between the reading of the list and of the region. */
function fill(memory: number, chunk: Buffer, at: number): boolean {
  try {
    return readSync(memory, chunk, 0, chunk.length, at) > 0;
  } catch {
    return false;
  }
}

/** Returns the ids of a process and of all its descendants. */
export function processTree(root: number): number[] {
  const children = readFileSync(`/proc/${root}/task/${root}/children`, "utf8").trim();
  const below = children === "" ? [] : children.split(" ").map(Number);
  return [root, ...below.flatMap(processTree)];
}
