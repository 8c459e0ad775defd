import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../../bootstrap/closing.mjs";
import { Fault } from "../../bootstrap/faults.mjs";
import { repositoryFolder } from "../../bootstrap/paths.mjs";
import { sleep } from "../../bootstrap/process-info.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";
import { asProcessEnv } from "../../process/as-process-env.ts";
import { lastLines } from "../../process/read-log-end.ts";
import { endOf } from "../../process/wait-for-end.ts";
import type { Settings } from "./settings.ts";

const START_TIMEOUT_MS = 90_000;

/** Runs `npm run chain` in a folder. Returns the settings by which the service reaches its chains. */
export async function startChain(
  env: Settings,
  folder: string,
  logFile: string,
  closing: Closing,
): Promise<Settings> {
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, [join(repositoryFolder, "bin/chain.mjs")], {
    cwd: repositoryFolder,
    env: asProcessEnv({ ...env, DATA_DIR: folder, CHAIN_PORT: "0" }),
    stdio: ["ignore", log, log, "ipc"],
    detached: true,
  });
  closeSync(log);
  const ended = endOf(child);
  let reason: string | undefined;
  ended.then((why) => {
    reason = why;
  });
  closing.add("The local chain", async () => {
    if (reason === undefined) child.kill("SIGTERM");
    await ended;
  });
  const file = join(folder, "chains.env");
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs && reason === undefined) {
    stopSignal.throwIfAborted();
    if (existsSync(file) && (await stat(file)).size > 0) return readSettings(file);
    await sleep(100);
  }
  throw new Fault("chain", `The local chain did not start:\n\n${await lastLines(logFile, 15)}`);
}

async function readSettings(file: string): Promise<Settings> {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}
