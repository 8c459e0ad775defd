import { isConnectionError, reasonOf } from "./database-errors.mjs";
import { Fault } from "./faults.mjs";
import { loadTypeScript } from "./load-typescript.mjs";

const enginePath = "prisma/schema-engine/index.ts";

/**
 * Applies what is pending, with the application's role and its rights, and returns the names of the migrations.
 *
 * @param {string} databaseUrl the owner's, past any pooler
 * @returns {Promise<string[]>}
 */
export async function migrate(databaseUrl) {
  const { migrateDatabase } = await loadTypeScript(enginePath);
  return (
    await askDatabase(
      databaseUrl,
      () => migrateDatabase({ databaseUrl }),
      "The database could not be migrated.",
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
 * @returns {Promise<Answer>}
 */
async function askDatabase(databaseUrl, ask, failure) {
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
    throw new Fault("migration", `${failure} ${reasonOf(error)}`, { cause: error });
  }
}
