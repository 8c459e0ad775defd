import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { lockOrWait } from "../../bin/bootstrap/lock.mjs";

const run = promisify(execFile);
const FOLDER = "JOURNEYS_FIRST_DATA";
const startTimeoutMs = 10 * 60_000;

/**
 * Makes the folder for the data of a first start, before all journeys. A first start creates the cluster, migrates the database, makes
 * the demo and deploys the chains' tokens, which takes as much processor time as all else that a start does. Therefore the services of
 * the journeys start on copies of the data of one; bin/start.spec.ts tests first starts. Returns what removes the folder.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-first-"));
  // PostgreSQL, which runs as another user when we are root, enters it.
  await chmod(folder, 0o711);
  process.env[FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Copies the data of a first start to an empty folder. The first call of a run makes them; others wait meanwhile.
 *
 * @param start starts and stops a service on a data folder
 */
export async function copyFirstData(
  to: string,
  start: (dataDir: string) => Promise<unknown>,
): Promise<void> {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error(`playwright.config.ts sets no ${FOLDER}`);
  const data = join(folder, "data");
  const { signal } = new AbortController();
  const lock = await lockOrWait(join(folder, "lock"), { timeoutMs: startTimeoutMs, signal });
  try {
    if (!existsSync(data)) {
      const making = join(folder, "making");
      // A start that failed has left something.
      await rm(making, { recursive: true, force: true });
      await start(making);
      await rename(making, data);
    }
  } finally {
    lock.release();
  }
  // With the owners of the files: those of the cluster are another user's when we are root.
  await run("cp", ["-a", `${data}/.`, to]);
}
