import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "./faults.mjs";

/** An empty PostgreSQL takes 50 MB, and its log of changes grows before it shrinks. */
const leastFreeBytes = 150 * 1024 * 1024;

/**
 * Creates the data folder unless it exists, and checks that it is writable and has enough space.
 *
 * @param {string} dataDir
 */
export async function prepareDataFolder(dataDir) {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await mkdir(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
    await writeFile(probe, "x".repeat(4096), { mode: 0o600 });
  } catch (error) {
    throw dataFolderFault(dataDir, error);
  } finally {
    await rm(probe, { force: true }).catch((error) => {
      throw dataFolderFault(dataDir, error);
    });
  }
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= leastFreeBytes) return;
  throw new Fault(
    "dataFolder",
    `The disk of ${dataDir} has only ${Math.floor((bavail * bsize) / 1024 / 1024)} MB free, and ` +
      `${leastFreeBytes / 1024 / 1024} MB are needed. Free some space, or set DATA_DIR to another disk.`,
  );
}

/** @param {string} dataDir @param {unknown} error */
function dataFolderFault(dataDir, error) {
  const code = error instanceof Error && "code" in error ? error.code : String(error);
  const reason =
    code === "ENOSPC" || code === "EDQUOT" ? "its disk is full" : `it cannot be written (${code})`;
  return new Fault(
    "dataFolder",
    `DATA_DIR ${dataDir}: ${reason}. Set DATA_DIR to another folder.`,
    {
      cause: error,
    },
  );
}
