import { buildIfStale } from "./build.mjs";
import { describeDemo, writeDemo } from "./demo.mjs";
import { Fault } from "./faults.mjs";
import { migrate } from "./migrate.mjs";
import { becomeOnlyInstance } from "./only-instance.mjs";
import { step } from "./report.mjs";
import { requireValidEnvironment } from "./require-environment.mjs";
import { readOrMakeSecrets } from "./secrets.mjs";
import { seedIfEmpty } from "./seed.mjs";
import { serveApp } from "./serve-app.mjs";
import { serverEnvironment } from "./server-environment.mjs";
import { keepLogsSmall } from "./small-logs.mjs";
import { startDatabase } from "./start-database.mjs";
import { untilStopped } from "./stop-signal.mjs";
import { lastLines } from "./tail.mjs";

/**
 * @typedef {object} Service
 * @property {ReturnType<import("./settings.mjs").readStartSettings>} settings
 * @property {ReturnType<import("./paths.mjs").dataPaths>} paths
 * @property {import("./closing.mjs").Closing} closing
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
  const database = await provideDatabase(service, secrets);
  await step("migrate", async (note) => {
    const applied = await migrate(database.url);
    note(applied.length === 0 ? "up to date" : applied.join(", "));
  });
  /** @param {number} port */
  const environment = (port) => ({
    ...serverEnvironment({ settings, secrets, port, databaseUrl: database.url }),
    EMBEDDED_POSTGRES_PID: database.pid,
  });
  const isDemo = settings.environment === "staging";
  if (isDemo) {
    await step("demo data", async (note) => {
      if (!(await seedIfEmpty(settings.dataDir, environment(settings.port)))) note("kept");
    });
  }
  const { server, url, env } = await step("serve", () => serveApp(service, environment));
  keepLogsSmall([paths.serverLog, ...(database.pid === undefined ? [] : [paths.postgresLog])]);
  const demo = isDemo ? await writeDemo(paths, env) : undefined;
  console.log([`\nready ${url}`, ...describeDemo(demo)].join("\n"));
  return untilOver({ server: server.ended, postgres: database.ended, paths });
}

/** @param {Service} service @param {import("./secrets.mjs").Secrets} secrets */
async function provideDatabase({ settings, paths, closing }, secrets) {
  if (settings.externalDatabaseUrl !== undefined) return { url: settings.externalDatabaseUrl };
  const { postgres, databaseUrl } = await step("PostgreSQL", () =>
    startDatabase({ dataDir: settings.dataDir, paths, secrets, closing }),
  );
  return { url: databaseUrl, pid: String(postgres.pid), ended: postgres.ended };
}

/** @param {{ server: Promise<string>, postgres: Promise<string> | undefined, paths: Service["paths"] }} parts */
async function untilOver({ server, postgres, paths }) {
  const never = new Promise(() => undefined);
  const dead = await Promise.race([
    untilStopped(),
    server.then((reason) => ({ name: "The server", reason, log: paths.serverLog })),
    postgres?.then((reason) => ({ name: "PostgreSQL", reason, log: paths.postgresLog })) ?? never,
  ]);
  if (dead === undefined) {
    console.log("\nstopping");
    return 0;
  }
  throw new Fault(
    "unexpected",
    `${dead.name} ended by itself (${dead.reason}), and the rest is stopped too. The last lines ` +
      `of ${dead.log}:\n\n${await lastLines(dead.log, 10)}`,
  );
}
