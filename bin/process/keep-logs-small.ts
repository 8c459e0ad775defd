import { copyFile, stat, truncate } from "node:fs/promises";

const checkEveryMs = 60_000;
const largestBytes = 50 * 1024 * 1024;

/**
 * Keeps log files from filling the disk: a long one becomes `<name>.1`, and what was that before
 * is lost. The writers append, so they go on at the beginning of the emptied file.
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
