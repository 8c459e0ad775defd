import { rm } from "node:fs/promises";
import { becomeOnlyInstance } from "../bootstrap/only-instance.mjs";
import { step } from "../bootstrap/report.mjs";
import { untilStopped } from "../bootstrap/stop-signal.mjs";
import { buildIfStale } from "../build/build-app.ts";
import { type LocalChains, startChains } from "../chains/start-chains.ts";
import { migrate } from "../database/migrate.ts";
import { requireDatabase } from "../database/require-database.ts";
import { databaseUrls } from "../database/urls.ts";
import { keepPostgres } from "../postgres/keep-postgres.ts";
import { startDatabase } from "../postgres/start-database.ts";
import { keepLogsSmall } from "../process/keep-logs-small.ts";
import { describeFirstAdmin } from "./describe-first-admin.ts";
import { serverEnvironment } from "./make-server-environment.ts";
import { requireValidEnvironment } from "./require-environment.ts";
import { readOrMakeSecrets, type Secrets } from "./secrets.ts";
import { forgetInterruptedSeed, mustStartOver, seedIfEmpty } from "./seed-if-empty.ts";
import { type Service, serveApp } from "./serve-app.ts";
import { describeDemo, writeDemo } from "./write-demo.ts";

const NAMED_MIGRATIONS = 5;

/** The names of the applied migrations, or their number: a new database has all of them. */
function describeMigrations(applied: readonly string[]): string {
  if (applied.length === 0) return "up to date";
  if (applied.length <= NAMED_MIGRATIONS) return applied.join(", ");
  return `${applied.length} applied, to ${applied.at(-1)}`;
}

/** Builds the app if the build is outdated, and runs the service until a stop signal. */
export async function runService(service: Service) {
  const { settings, paths, closing } = service;
  becomeOnlyInstance(paths.lock, closing);
  const secrets = await step("secrets", () => readOrMakeSecrets(paths));
  requireValidEnvironment(serverEnvironment({ settings, secrets }));
  await buildIfStale();
  // From here on, files of this process and its children are readable by this user alone.
  process.umask(0o077);
  const isDemo = settings.environment === "staging";
  const [database, chains] = await allOf(
    provideDatabase(service, secrets),
    isDemo ? provideChains(service, secrets) : noChains,
  );
  await step("migrate", async (note) => {
    const isEmbedded = database.pidFile !== undefined;
    const applied = await migrate(database.migrateUrl, isEmbedded ? settings.dataDir : undefined);
    note(describeMigrations(applied));
  });
  await requireDatabase({
    databaseUrl: database.url,
    environment: settings.environment,
    warn: (text) => console.warn(`  ! ${text}`),
  });
  const environment = (port: number) => ({
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
      if (!(await seedIfEmpty(settings, env))) note("kept");
    });
  } else await forgetInterruptedSeed(settings);
  const { server, url, env } = await step("serve", () => serveApp(service, environment));
  const postgresLogs = database.pidFile === undefined ? [] : [paths.postgresLog];
  keepLogsSmall([paths.serverLog, ...postgresLogs, ...chains.logs]);
  const demo = isDemo ? await writeDemo(paths, env, chains.chains) : undefined;
  const lines = isDemo ? describeDemo(demo) : await describeFirstAdmin(env);
  console.log([`\nready ${url}`, ...lines].join("\n"));
  return untilOver([server.ended, database.ended, chains.ended]);
}

/** Waits for both, also if one fails, because only a started part can be stopped. */
async function allOf<A, B>(first: Promise<A>, second: Promise<B> | B): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

async function provideDatabase({ settings, paths, closing }: Service, secrets: Secrets) {
  const { externalDatabaseUrl: url } = settings;
  // A database of the caller is not restarted.
  if (url !== undefined)
    return { url, migrateUrl: databaseUrls().migrate, ended: never, pidFile: undefined };
  const { postgres, databaseUrl, ownerUrl } = await step("PostgreSQL", () =>
    startDatabase({
      ...{ paths, secrets, closing, start: keepPostgres },
      startOver: mustStartOver(settings),
    }),
  );
  return {
    ...{ url: databaseUrl, migrateUrl: ownerUrl },
    ...{ pidFile: postgres.pidFile, ended: postgres.ended },
  };
}

const never: Promise<unknown> = new Promise(() => undefined);

const noChains: LocalChains = { chains: [], env: {}, logs: [], ended: never };

function provideChains({ settings, paths, closing }: Service, secrets: Secrets) {
  // An incomplete demo has deposits on the chains that the ledger of the next demo lacks.
  const startOver = mustStartOver(settings);
  return step("local chains", async (note) => {
    if (startOver) await rm(paths.chains, { recursive: true, force: true });
    const started = await startChains({ environment: "staging", paths, secrets, closing });
    note(started.chains.map(({ chain }) => chain).join(", ") || "none: all have nodes");
    return started;
  });
}

/** @param ends of all parts of the service, each with its error */
async function untilOver(ends: Promise<unknown>[]) {
  const error = await Promise.race([untilStopped(), ...ends]);
  if (error !== undefined) throw error;
  console.log("\nstopping");
  return 0;
}
