import { copyFile, stat, truncate } from "node:fs/promises";

const checkEveryMs = 60_000;
const largestBytes = 50 * 1024 * 1024;

/**
 * Keeps log files from filling the disk: a long file is moved to `<name>.1`, which replaces the previous one. Writers
 * append, so they continue at the beginning of the emptied file.
 */
export function keepLogsSmall(paths: string[]) {
  const timer = setInterval(async () => {
    for (const path of paths) {
      try {
        await shorten(path);
      } catch (error) {
        console.error(`${path} could not be shortened:`, error);
      }
    }
  }, checkEveryMs);
  timer.unref();
}

async function shorten(path: string) {
  const { size } = await stat(path);
  if (size < largestBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}
