import { spawn } from "node:child_process";
import { repositoryFolder, typeScriptArguments } from "../bootstrap/paths.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { step } from "../bootstrap/report.mjs";
import { localUrl } from "../bootstrap/settings.mjs";
import { buildIfStale } from "../build/build-app.mjs";
import { migrate } from "../database/migrate.mjs";
import { startDatabase } from "../postgres/start-database.mjs";
import { readOrMakeSecrets } from "../service/secrets.mjs";
import { serverEnvironment } from "../service/server-environment.mjs";
import { startServer } from "../service/start-server.mjs";

/**
 * Starts what is measured and runs `bench/run.ts` against it.
 *
 * @param {object} bench
 * @param {ReturnType<import("../bootstrap/settings.mjs").readStartSettings>} bench.settings
 * @param {ReturnType<import("../bootstrap/paths.mjs").dataPaths>} bench.paths
 * @param {import("../bootstrap/closing.mjs").Closing} bench.closing
 * @param {string | undefined} bench.only
 * @returns {Promise<number>} the exit code
 */
export async function runBench({ settings, paths, closing, only }) {
  await buildIfStale();
  const secrets = await readOrMakeSecrets(paths);
  const database = await step("PostgreSQL", () =>
    startDatabase({ dataDir: settings.dataDir, paths, secrets, closing }),
  );
  await step("migrate", () => migrate(database.ownerUrl));
  const port = await freePort(settings.host);
  const baseUrl = localUrl(settings.host, port);
  const env = {
    ...serverEnvironment({ settings, port, baseUrl, databaseUrl: database.databaseUrl, secrets }),
    LOG_LEVEL: "info",
  };
  const serverPid = await step("serve", async () => {
    const server = await startServer({ env, url: baseUrl, logFile: paths.serverLog });
    closing.add("The server", server.stop);
    await server.untilAnswering("/api/ready");
    return server.pid;
  });
  const { postgres } = database;
  return runScript({
    ...env,
    BENCH_ONLY: only,
    BENCH_SERVER_PID: String(serverPid),
    BENCH_SUPERUSER_URL: postgres.superuserUrl("partner_wallet"),
    BENCH_PGBENCH_URL: postgres.overTcp(postgres.superuserUrl("partner_wallet")),
    // The script's own connections are few; the server's are what is measured.
    DATABASE_POOL_SIZE: "4",
    NODE_ENV: "test",
  });
}

/** @param {Record<string, string | undefined>} env @returns {Promise<number>} */
function runScript(env) {
  const child = spawn(process.execPath, typeScriptArguments("bench/run.ts"), {
    cwd: repositoryFolder,
    env: { ...env, LOG_LEVEL: "error" },
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
