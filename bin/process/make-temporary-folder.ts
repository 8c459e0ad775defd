import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";

const memoryFolder = "/dev/shm";
/** Many times what a run was seen to take: what is kept in memory is taken from what runs in it. */
const roomBytes = 8 * 1024 ** 3;

/**
 * Where temporary files go: to memory if it has room for them, and nobody said otherwise. A database is
 * hundreds of files, and each test file makes itself one: on a disk that was seen to be a quarter of the time of all.
 */
export function temporaryParent(): string {
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    const freeBytes = Math.min(bavail * bsize, process.availableMemory());
    return freeBytes >= roomBytes ? memoryFolder : tmpdir();
  } catch {
    return tmpdir(); // Systems other than Linux have no such folder.
  }
}

/** What a suite leaves behind that had to be stopped goes with the folder. */
export function makeTemporaryFolder(closing: Closing) {
  const folder = mkdtempSync(join(temporaryParent(), "partner-wallet-run-"));
  chmodSync(folder, 0o711); // PostgreSQL, which is another user's if we are root, passes through.
  process.env.TMPDIR = folder;
  // With retries, as a PostgreSQL that was stopped with its suite may still be writing.
  const thoroughly = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  closing.add("The folder of temporary files", () => rm(folder, thoroughly));
}
