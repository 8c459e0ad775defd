import { open } from "node:fs/promises";

const chunkBytes = 64 * 1024;

/** The end of a text file, however long it is. @param {string} path @param {number} count */
export async function lastLines(path, count) {
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
