import type { Closing } from "../bootstrap/closing.mjs";
import { Fault } from "../bootstrap/faults.mjs";
import type { DataPaths } from "../bootstrap/paths.mjs";
import { appPassword, type Secrets } from "../service/secrets.ts";
import { asApp, createDatabase } from "./create-database.ts";
import type { StartPostgresOptions } from "./start-postgres.ts";

const role = "partner_wallet";
const wrongPassword = "28P01";

interface DatabaseProcess {
  superuserUrl: (database: string) => string;
  stop: () => Promise<void>;
}

interface StartDatabaseOptions<Postgres> {
  paths: DataPaths;
  secrets: Secrets;
  closing: Closing;
  /** `startPostgres`, or `keepPostgres` to restart PostgreSQL whenever it dies. */
  start: (options: StartPostgresOptions) => Promise<Postgres>;
  /** Whether to drop the database and everything in it first. */
  startOver?: boolean;
}

/**
 * The embedded PostgreSQL with the service's database in it. The service works with `databaseUrl`, the application's login;
 * `ownerUrl` is for migrations.
 */
export async function startDatabase<Postgres extends DatabaseProcess>({
  paths,
  secrets,
  closing,
  start,
  startOver = false,
}: StartDatabaseOptions<Postgres>) {
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
      startOver,
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
