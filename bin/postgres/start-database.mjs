import { Fault } from "../bootstrap/faults.mjs";
import { appPassword } from "../service/secrets.mjs";
import { wasSeedInterrupted } from "../service/seed.mjs";
import { asApp, createDatabase } from "./create-database.mjs";
import { startPostgres } from "./start-postgres.mjs";

const role = "partner_wallet";
const wrongPassword = "28P01";

/**
 * The embedded PostgreSQL with the service's database in it. The service works with `databaseUrl`, the application's login;
 * `ownerUrl` is for migrations.
 *
 * @template {{ superuserUrl: (database: string) => string, stop: () => Promise<void> }} [Postgres=import("./start-postgres.mjs").RunningPostgres]
 * @param {object} options
 * @param {string} options.dataDir
 * @param {ReturnType<import("../bootstrap/paths.mjs").dataPaths>} options.paths
 * @param {import("../service/secrets.mjs").Secrets} options.secrets
 * @param {import("../bootstrap/closing.mjs").Closing} options.closing
 * @param {(options: Parameters<typeof startPostgres>[0]) => Promise<Postgres>} [options.start] how: once, or again whenever
 *   it dies
 */
export async function startDatabase({ dataDir, paths, secrets, closing, start = startPostgres }) {
  const postgres = await start({
    folder: paths.postgres,
    password: secrets.databaseSuperuserPassword ?? "",
    logFile: paths.postgresLog,
  });
  closing.add("PostgreSQL", postgres.stop);
  try {
    const ownerUrl = await createDatabase({
      superuserUrl: postgres.superuserUrl,
      role,
      password: secrets.databasePassword ?? "",
      database: role,
      appPassword: appPassword(secrets),
      // Half a demo is nothing that anybody would want to keep.
      startOver: wasSeedInterrupted(dataDir),
    });
    return { postgres, ownerUrl, databaseUrl: asApp(ownerUrl, appPassword(secrets)) };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === wrongPassword)) throw error;
    throw new Fault(
      "dataFolderBroken",
      `${paths.secrets} is not the one with which ${paths.postgres} was made: PostgreSQL refuses ` +
        "its password. Restore the two together.",
      { cause: error },
    );
  }
}
