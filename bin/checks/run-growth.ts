import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { createClosing } from "../bootstrap/closing.mjs";
import { prepareDataFolder } from "../bootstrap/data-folder.mjs";
import { Fault } from "../bootstrap/faults.mjs";
import { dataPaths } from "../bootstrap/paths.mjs";
import { readStartSettings } from "../bootstrap/settings.mjs";
import { runBench } from "./run-bench.ts";

const FEW_ROWS = 10_000;
const MAX_RATIO = 1.5;

/** The pages alone: the jobs would work through the days of the rows while the pages are measured. */
const WEB_PROCESS = { SERVICE_ROLE: "web", CHAIN_SIGNER_MNEMONIC: undefined };

/** Without these the rows take twice as long. A crash then loses the database, which is for reading pages. */
const QUICK_WRITES = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_wal_size: "16GB",
};

type Times = Record<string, number>;

async function newFolder(closing: Closing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-bench-"));
  closing.add("The benchmark's data", () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Measures the pages of a service with `rows` card transactions, on a PostgreSQL of its own. */
async function measure(rows: number, dataDir: string): Promise<Times> {
  await prepareDataFolder(dataDir);
  const closing = createClosing();
  const resultFile = join(dataDir, "growth.json");
  try {
    const exitCode = await runBench({
      settings: readStartSettings({ DATA_DIR: dataDir, PORT: "0" }),
      paths: dataPaths(dataDir),
      closing,
      only: "growth",
      withReference: false,
      postgresSettings: QUICK_WRITES,
      serverEnv: WEB_PROCESS,
      scriptEnv: { BENCH_ROWS: String(rows), BENCH_RESULT: resultFile },
    });
    if (exitCode !== 0) throw new Error(`the benchmark ended with exit code ${exitCode}`);
    return JSON.parse(await readFile(resultFile, "utf8"));
  } finally {
    await closing.closeAll();
  }
}

/**
 * Measures the pages with 10,000 card transactions and with many, and prints both.
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
  const few = await measure(FEW_ROWS, await newFolder(closing));
  const many = await measure(
    Number(rows),
    keptFolder === undefined ? await newFolder(closing) : resolve(keptFolder),
  );
  console.table(
    Object.entries(few).map(([page, fewMs]) => {
      const manyMs = many[page] ?? Number.NaN;
      return {
        page,
        [`p50 ms of ${FEW_ROWS}`]: fewMs,
        [`p50 ms of ${rows}`]: manyMs,
        ratio: Number((manyMs / fewMs).toFixed(2)),
        wanted: page.startsWith("/") ? `<= ${MAX_RATIO}` : "",
      };
    }),
  );
  return 0;
}
