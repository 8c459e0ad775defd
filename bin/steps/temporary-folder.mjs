import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a suite leaves behind that had to be stopped goes with the folder. @param {import("./closing.mjs").Closing} closing */
export async function makeTemporaryFolder(closing) {
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-run-"));
  await chmod(folder, 0o711); // PostgreSQL, which is another user's if we are root, passes through.
  process.env.TMPDIR = folder;
  // With retries, as a PostgreSQL that was stopped with its suite may still be writing.
  const thoroughly = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  closing.add("The folder of temporary files", () => rm(folder, thoroughly));
}
