import { becomeOnlyInstance } from "../bootstrap/only-instance.mjs";
import { step } from "../bootstrap/report.mjs";
import { untilStopped } from "../bootstrap/stop-signal.mjs";
import { buildIfStale } from "../build/build-app.mjs";
import { startChains } from "../chains/start-chains.mjs";
import { migrate } from "../database/migrate.mjs";
import { requireDatabase } from "../database/require-database.mjs";
import { databaseUrls } from "../database/urls.mjs";
import { keepPostgres } from "../postgres/keep-postgres.mjs";
import { startDatabase } from "../postgres/start-database.mjs";
import { keepLogsSmall } from "../process/keep-logs-small.mjs";
import { describeDemo, writeDemo } from "./demo.mjs";
import { describeFirstAdmin } from "./first-admin.mjs";
import { requireValidEnvironment } from "./require-environment.mjs";
import { readOrMakeSecrets } from "./secrets.mjs";
import { seedIfEmpty } from "./seed.mjs";
import { serveApp } from "./serve-app.mjs";
import { serverEnvironment } from "./server-environment.mjs";

/**
 * @typedef {object} Service
 * @property {ReturnType<import("../bootstrap/settings.mjs").readStartSettings>} settings
 * @property {ReturnType<import("../bootstrap/paths.mjs").dataPaths>} paths
 * @property {import("../bootstrap/closing.mjs").Closing} closing
 */

/** Builds what is stale and runs the service until it is asked to stop. @param {Service} service */
export async function runService(service) {
  const { settings, paths, closing } = service;
  becomeOnlyInstance(paths.lock, closing);
  const secrets = await step("secrets", () => readOrMakeSecrets(paths));
  await requireValidEnvironment(serverEnvironment({ settings, secrets }));
  await buildIfStale();
  // From here on all that is written, by the children too, is for this user alone.
  process.umask(0o077);
  const isDemo = settings.environment === "staging";
  const [database, chains] = await allOf(
    provideDatabase(service, secrets),
    isDemo ? provideChains(service, secrets) : noChains,
  );
  await step("migrate", async (note) => {
    const isEmbedded = database.pidFile !== undefined;
    const applied = await migrate(database.migrateUrl, isEmbedded ? settings.dataDir : undefined);
    note(applied.length === 0 ? "up to date" : applied.join(", "));
  });
  await requireDatabase({
    databaseUrl: database.url,
    environment: settings.environment,
    warn: (text) => console.warn(`  ! ${text}`),
  });
  /** @param {number} port */
  const environment = (port) => ({
    ...serverEnvironment({
      ...{ settings, secrets, port },
      databaseUrl: database.url,
      chains: chains.env,
    }),
    EMBEDDED_POSTGRES_PID_FILE: database.pidFile,
  });
  if (isDemo) {
    await step("demo data", async (note) => {
      const env = {
        ...environment(settings.port),
        DATABASE_MIGRATE_URL: database.migrateUrl,
      };
      if (!(await seedIfEmpty(settings.dataDir, env))) note("kept");
    });
  }
  const { server, url, env } = await step("serve", () => serveApp(service, environment));
  const postgresLogs = database.pidFile === undefined ? [] : [paths.postgresLog];
  keepLogsSmall([paths.serverLog, ...postgresLogs, ...chains.logs]);
  const demo = isDemo ? await writeDemo(paths, env, chains.chains) : undefined;
  const lines = isDemo ? describeDemo(demo) : await describeFirstAdmin(env);
  console.log([`\nready ${url}`, ...lines].join("\n"));
  return untilOver([server.ended, database.ended, chains.ended]);
}

/** Waits for both, also if one fails: what the other has started must be known before it is stopped. @template A, B @param {Promise<A>} first @param {Promise<B> | B} second @returns {Promise<[A, B]>} */
async function allOf(first, second) {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** @param {Service} service @param {import("./secrets.mjs").Secrets} secrets */
async function provideDatabase({ settings, paths, closing }, secrets) {
  const { externalDatabaseUrl: url } = settings;
  // One that is not ours is not ours to start again either.
  if (url !== undefined) return { url, migrateUrl: databaseUrls().migrate, ended: never };
  const { postgres, databaseUrl, ownerUrl } = await step("PostgreSQL", () =>
    startDatabase({ dataDir: settings.dataDir, paths, secrets, closing, start: keepPostgres }),
  );
  return {
    ...{ url: databaseUrl, migrateUrl: ownerUrl },
    ...{ pidFile: postgres.pidFile, ended: postgres.ended },
  };
}

/** @type {Promise<unknown>} */
const never = new Promise(() => undefined);

/** @type {import("../chains/start-chains.mjs").LocalChains} */
const noChains = { chains: [], env: {}, logs: [], ended: never };

/** @param {Service} service @param {import("./secrets.mjs").Secrets} secrets */
function provideChains({ paths, closing }, secrets) {
  return step("local chains", async (note) => {
    const started = await startChains({ environment: "staging", paths, secrets, closing });
    note(started.chains.map(({ chain }) => chain).join(", ") || "none: all have nodes");
    return started;
  });
}

/** @param {Promise<unknown>[]} ends of all that has to run, each with its error */
async function untilOver(ends) {
  const error = await Promise.race([untilStopped(), ...ends]);
  if (error !== undefined) throw error;
  console.log("\nstopping");
  return 0;
}
