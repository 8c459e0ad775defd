/**
 * `npm run bench`: the production build on an embedded PostgreSQL of its own, under load, as one table. All that is
 * compared is measured in the same run. `npm run bench -- Fund,List` runs only what has one of these in its name, `-- pages` the
 * pages, `-- growth 50000000` the pages with 10,000 card transactions and with as many as that (1,000,000 when left out).
 * `-- growth 50000000 FOLDER` keeps the large database in a folder and uses it again. `-- soak 30` sends requests at one rate
 * for 30 minutes, and prints memory, connections and times. `-- profile` prints where the processor time of the server and of SQL functions goes,
 * `-- processes` compares two processes with one.
 */
import "./bootstrap/check-node.mjs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { prepareDataFolder } from "./bootstrap/data-folder.mjs";
import { Fault } from "./bootstrap/faults.mjs";
import { dataPaths } from "./bootstrap/paths.mjs";
import { freePort } from "./bootstrap/port.mjs";
import { readStartSettings } from "./bootstrap/settings.mjs";
import { listenForStop } from "./bootstrap/stop-signal.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  const [only, amount, keptFolder] = process.argv.slice(2);
  if (only === "growth") {
    const { runGrowth } = await import("./checks/run-growth.ts");
    return runGrowth(closing, amount ?? "1000000", keptFolder);
  }
  if (only === "soak" && amount !== undefined && !/^[1-9]\d{0,3}$/.test(amount))
    throw new Fault("settings", `${amount}: the number of minutes must be from 1 to 9999.`);
  const dataDir = await mkdtemp(join(tmpdir(), "partner-wallet-bench-"));
  closing.add("The benchmark's data", () => rm(dataDir, { recursive: true, force: true }));
  await prepareDataFolder(dataDir);
  const settings = readStartSettings({ DATA_DIR: dataDir, PORT: "0" });
  const { runBench } = await import("./checks/run-bench.ts");
  // Only operations are compared with an empty application.
  const withReference = !["pages", "movements", "processes", "profile", "soak"].includes(
    only ?? "",
  );
  const inspectPort = await freePort("127.0.0.1");
  return runBench({
    settings,
    paths: dataPaths(dataDir),
    closing,
    only,
    withReference,
    isWithSecond: only === "processes",
    scriptEnv: { BENCH_MINUTES: amount ?? "30", BENCH_INSPECT_PORT: String(inspectPort) },
    postgresSettings: only === "profile" ? { track_functions: "all" } : {},
    serverEnv: only === "profile" ? { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}` } : {},
  });
}

listenForStop();
process.exit(await withClosing(main));
