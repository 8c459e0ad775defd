import { migrateDatabase, pendingMigrations } from "../../prisma/schema-engine/index.ts";
import { Fault } from "../bootstrap/faults.mjs";
import { isConnectionError, reasonOf } from "./errors.ts";

/**
 * Applies the pending migrations, with the application's role and its rights. Returns their names.
 *
 * @param databaseUrl with the owner's login, past any pooler
 * @param dataDir the data folder, if the database is in one
 */
export async function migrate(databaseUrl: string, dataDir?: string): Promise<string[]> {
  return (
    await askDatabase(
      databaseUrl,
      () => migrateDatabase({ databaseUrl }),
      "The database could not be migrated.",
      dataDir,
    )
  ).applied;
}

/** Throws a Fault unless the database has every migration. */
export async function requireMigrated(databaseUrl: string) {
  const pending = await askDatabase(
    databaseUrl,
    () => pendingMigrations({ databaseUrl }),
    "The migrations of the database could not be read.",
  );
  if (pending.length === 0) return;
  throw new Fault(
    "migration",
    `The database lacks these migrations: ${pending.join(", ")}. Apply them: npm run migrate`,
  );
}

async function askDatabase<Answer>(
  databaseUrl: string,
  ask: () => Promise<Answer>,
  failure: string,
  dataDir?: string,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (isConnectionError(error)) {
      const { host } = new URL(databaseUrl);
      throw new Fault("database", `The database at ${host} does not answer: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    if (error instanceof Error && /^Unsupported(Postgres|Encoding)$/.test(error.name))
      throw new Fault("database", error.message, { cause: error });
    if (error instanceof Error && error.name === "EarlierDatabase" && dataDir !== undefined) {
      throw new Fault(
        "migration",
        `${error.message} It is in the data folder ${dataDir}. Data of staging can be made anew: remove that folder, ` +
          "with everything in it, and start again. Or name another folder as DATA_DIR.",
        { cause: error },
      );
    }
    throw new Fault("migration", `${failure} ${reasonOf(error)}`, { cause: error });
  }
}
