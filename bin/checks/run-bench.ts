import { spawn } from "node:child_process";
import type { Closing } from "../bootstrap/closing.mjs";
import { type DataPaths, repositoryFolder, typeScriptArguments } from "../bootstrap/paths.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { step } from "../bootstrap/report.mjs";
import { localUrl, type StartSettings } from "../bootstrap/settings.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { buildIfStale } from "../build/build-app.ts";
import { migrate } from "../database/migrate.ts";
import { startDatabase } from "../postgres/start-database.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { asProcessEnv } from "../process/as-process-env.ts";
import { serverEnvironment } from "../service/make-server-environment.ts";
import { readOrMakeSecrets } from "../service/secrets.ts";
import { startServer } from "../service/start-server.ts";
import { startEmptyNextApp } from "./empty-next-app.ts";
import { hasProxy, startProxy } from "./start-proxy.ts";

interface RunBenchOptions {
  settings: StartSettings;
  paths: DataPaths;
  closing: Closing;
  only: string | undefined;
  /** Whether operations are compared with a bare route handler of an empty Next application. */
  withReference?: boolean;
  /** Whether a second process of the service runs beside the first. */
  isWithSecond?: boolean;
  /** More settings of PostgreSQL. */
  postgresSettings?: Record<string, string>;
  /** More settings of the script that measures. */
  scriptEnv?: Record<string, string>;
  /** More settings of the server; undefined removes one. */
  serverEnv?: Record<string, string | undefined>;
}

/** Issuers' messages are measured, so the server takes them. Nothing responds at the addresses of their APIs. */
const ISSUERS = {
  CARD_ISSUER: "stripe",
  STRIPE_SECRET_KEY: "sk_test_bench",
  STRIPE_API_BASE: "http://127.0.0.1:9",
  STRIPE_AUTHORIZATION_WEBHOOK_SECRET: "whsec_bench",
  STRIPE_EVENTS_WEBHOOK_SECRET: "whsec_bench_events",
  LITHIC_API_KEY: "bench",
  LITHIC_API_BASE: "http://127.0.0.1:9",
  // The bytes after the prefix are base64, as Lithic's are.
  LITHIC_AUTHORIZATION_WEBHOOK_SECRET: "whsec_YmVuY2g=",
  LITHIC_EVENTS_WEBHOOK_SECRET: "whsec_YmVuY2gtZXZlbnRz",
};

type ScriptEnv = Record<string, string | undefined>;

/** Starts what is measured. Returns the settings of the script that measures it. */
export async function serveForBench({
  settings,
  paths,
  closing,
  only,
  withReference = true,
  isWithSecond = false,
  postgresSettings = {},
  scriptEnv = {},
  serverEnv = {},
}: RunBenchOptions): Promise<ScriptEnv> {
  await buildIfStale();
  const secrets = await readOrMakeSecrets(paths);
  const database = await step("PostgreSQL", () =>
    startDatabase({
      paths,
      secrets,
      closing,
      start: (options) => startPostgres({ ...options, settings: postgresSettings }),
    }),
  );
  await step("migrate", () => migrate(database.ownerUrl));
  const envOf = (port: number) => ({
    ...serverEnvironment({ settings, port, databaseUrl: database.databaseUrl, secrets }),
    ...ISSUERS,
    LOG_LEVEL: "info",
    ...serverEnv,
  });
  const serve = async () => {
    const port = await freePort(settings.host);
    const [env, url] = [envOf(port), localUrl(settings.host, port)];
    const server = await startServer({ env, url, logFile: paths.serverLog });
    closing.add("The server", server.stop);
    await server.untilAnswering("/api/ready");
    return { env, url, pid: String(server.pid) };
  };
  const first = await step("serve", serve);
  const second = isWithSecond ? await step("serve once more", serve) : undefined;
  const proxies = second && (await startProxies(first, second, settings.dataDir, closing));
  const { postgres } = database;
  const app = withReference
    ? await step("empty Next application", () => startEmptyNextApp(closing))
    : undefined;
  return {
    ...first.env,
    BENCH_ONLY: only,
    BENCH_SERVER_PID: first.pid,
    BENCH_POSTGRES_PID: String(postgres.pid),
    BENCH_SECOND_URL: second?.url,
    BENCH_SECOND_PID: second?.pid,
    BENCH_PROXY_ONE_URL: proxies?.one,
    BENCH_PROXY_BOTH_URL: proxies?.both,
    BENCH_REFERENCE_URL: app?.url,
    BENCH_REFERENCE_PID: app && String(app.pid),
    BENCH_SUPERUSER_URL: postgres.superuserUrl("partner_wallet"),
    BENCH_PGBENCH_URL: postgres.overTcp(postgres.superuserUrl("partner_wallet")),
    // The script issues cards with the sandbox, which needs no outside call.
    CARD_ISSUER: "sandbox",
    // The script's own connections are few; the server's are what is measured.
    DATABASE_POOL_SIZE: "4",
    NODE_ENV: "test",
    // Those of the server may start a debugger, and its port is taken.
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    ...scriptEnv,
  };
}

/**
 * Starts what is measured and runs `bench/run.ts` against it.
 *
 * @returns the exit code
 */
export const runBench = async (options: RunBenchOptions): Promise<number> =>
  runScript(await serveForBench(options));

/** The recommended proxy before one process, and before two, if HAProxy is installed. */
async function startProxies(
  first: { url: string },
  second: { url: string },
  folder: string,
  closing: Closing,
) {
  if (!hasProxy()) return undefined;
  const [a, b] = [new URL(first.url).host, new URL(second.url).host];
  return {
    one: await startProxy("one", [a, a], folder, closing),
    both: await startProxy("both", [a, b], folder, closing),
  };
}

/** Runs `bench/run.ts`. Returns its exit code. */
export function runScript(env: ScriptEnv): Promise<number> {
  const child = spawn(process.execPath, typeScriptArguments("bench/run.ts"), {
    cwd: repositoryFolder,
    env: asProcessEnv({ ...env, LOG_LEVEL: "error" }),
    stdio: "inherit",
  });
  stopSignal.addEventListener("abort", () => child.kill());
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
