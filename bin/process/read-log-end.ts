import { open, readFile } from "node:fs/promises";

const chunkBytes = 64 * 1024;

/** The end of a text file, however long it is. */
export async function lastLines(path: string, count: number) {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const length = Math.min(size, chunkBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8").trimEnd().split("\n").slice(-count).join("\n");
  } finally {
    await file.close();
  }
}

/** Returns the last lines that were written to a log since it had a certain size. */
export async function linesSince(path: string, size: number) {
  const written = (await readFile(path)).subarray(size);
  return written.subarray(-chunkBytes).toString("utf8").trim().split("\n").slice(-30).join("\n");
}
