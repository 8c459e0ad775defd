import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { prepareDataFolder } from "../bootstrap/data-folder.mjs";
import { Fault } from "../bootstrap/faults.mjs";
import { dataPaths } from "../bootstrap/paths.mjs";
import { readStartSettings } from "../bootstrap/settings.mjs";
import { readOrMakeSecrets } from "../service/secrets.ts";
import { runScript, serveForBench } from "./run-bench.ts";

const FEW_ROWS = 10_000;

/** The pages alone: the jobs would work through the days of the rows while the pages are measured. */
const WEB_PROCESS = { SERVICE_ROLE: "web", CHAIN_SIGNER_MNEMONIC: undefined };

/** Without these the rows take twice as long. A crash then loses the database, which is for reading pages. */
const QUICK_WRITES = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_wal_size: "16GB",
};

async function newFolder(closing: Closing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-bench-"));
  closing.add("The benchmark's data", () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a service with `rows` card transactions, on a PostgreSQL of its own. Returns the settings of its scripts. */
async function serveWithRows(closing: Closing, rows: number, dataDir: string) {
  const env = await serveForBench({
    settings: readStartSettings({ DATA_DIR: dataDir, PORT: "0" }),
    paths: dataPaths(dataDir),
    closing,
    only: "growth",
    withReference: false,
    postgresSettings: QUICK_WRITES,
    serverEnv: WEB_PROCESS,
    scriptEnv: { BENCH_ROWS: String(rows) },
  });
  const exitCode = await runScript({ ...env, BENCH_ONLY: "growth-rows" });
  if (exitCode !== 0) throw new Error(`the rows were not made: exit code ${exitCode}`);
  return env;
}

/**
 * Measures the pages with 10,000 card transactions and with many, by turns, and prints both.
 *
 * @param rows how many are many
 * @param keptFolder where the database with many rows is kept for the next run; removed when undefined
 * @returns the exit code
 */
export async function runGrowth(
  closing: Closing,
  rows: string,
  keptFolder: string | undefined,
): Promise<number> {
  if (!/^[1-9]\d{4,8}$/.test(rows))
    throw new Fault("settings", `${rows}: the number of rows must be from 10000 to 999999999.`);
  const fewFolder = await newFolder(closing);
  const manyFolder = keptFolder === undefined ? await newFolder(closing) : resolve(keptFolder);
  for (const folder of [manyFolder, fewFolder]) await prepareDataFolder(folder);
  // One script makes people for both services, and seals their secrets with the keys of both.
  await readOrMakeSecrets(dataPaths(manyFolder));
  await copyFile(dataPaths(manyFolder).secrets, dataPaths(fewFolder).secrets);
  const few = await serveWithRows(closing, FEW_ROWS, fewFolder);
  const many = await serveWithRows(closing, Number(rows), manyFolder);
  return runScript({
    ...many,
    BENCH_FEW_URL: few.BASE_URL,
    BENCH_FEW_SUPERUSER_URL: few.BENCH_SUPERUSER_URL,
    BENCH_FEW_ROWS: String(FEW_ROWS),
  });
}
