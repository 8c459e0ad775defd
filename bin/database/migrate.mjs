import { Fault } from "../bootstrap/faults.mjs";
import { loadTypeScript } from "../bootstrap/load-typescript.mjs";
import { isConnectionError, reasonOf } from "./errors.mjs";

const enginePath = "prisma/schema-engine/index.ts";

/**
 * Applies what is pending, with the application's role and its rights, and returns the names of the migrations.
 *
 * @param {string} databaseUrl the owner's, past any pooler
 * @param {string} [dataDir] the data folder, where the database is in it
 * @returns {Promise<string[]>}
 */
export async function migrate(databaseUrl, dataDir) {
  const { migrateDatabase } = await loadTypeScript(enginePath);
  return (
    await askDatabase(
      databaseUrl,
      () => migrateDatabase({ databaseUrl }),
      "The database could not be migrated.",
      dataDir,
    )
  ).applied;
}

/** Ends unless the database has every migration. @param {string} databaseUrl */
export async function requireMigrated(databaseUrl) {
  const { pendingMigrations } = await loadTypeScript(enginePath);
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

/**
 * @template Answer
 * @param {string} databaseUrl
 * @param {() => Promise<Answer>} ask
 * @param {string} failure
 * @param {string} [dataDir]
 * @returns {Promise<Answer>}
 */
async function askDatabase(databaseUrl, ask, failure, dataDir) {
  try {
    return await ask();
  } catch (error) {
    if (isConnectionError(error)) {
      const { host } = new URL(databaseUrl);
      throw new Fault("database", `The database at ${host} does not answer: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    if (error instanceof Error && error.name === "UnsupportedPostgres")
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
