import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";

const memoryFolder = "/dev/shm";
/** Many times the measured need of a run, because files in memory reduce the memory of the programs. */
const roomBytes = 8 * 1024 ** 3;

/**
 * Returns the folder for temporary files: in memory if there is room and no setting names another one. Each test file
 * creates a database of hundreds of files, which on a disk took a quarter of the whole time.
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

/**
 * Makes a folder for the temporary files of a run and sets TMPDIR to it. The folder is removed at the end, with the files
 * of suites that were stopped.
 */
export function makeTemporaryFolder(closing: Closing) {
  const folder = mkdtempSync(join(temporaryParent(), "partner-wallet-run-"));
  chmodSync(folder, 0o711); // PostgreSQL, which runs as another user when we are root, enters it.
  process.env.TMPDIR = folder;
  // With retries, because a PostgreSQL that was stopped with its suite may still be writing.
  const thoroughly = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  closing.add("The folder of temporary files", () => rm(folder, thoroughly));
}
