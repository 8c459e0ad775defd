import { Fault } from "./faults.mjs";
import { loadTypeScript } from "./load-typescript.mjs";

const enginePath = "prisma/schema-engine/index.ts";

/** Applies what is pending and returns the names of it. @param {string} databaseUrl @returns {Promise<string[]>} */
export async function migrate(databaseUrl) {
  const { applyMigrations } = await loadTypeScript(enginePath);
  return askDatabase(databaseUrl, () => applyMigrations({ databaseUrl }));
}

/** Ends unless the database has every migration. @param {string} databaseUrl */
export async function requireMigrated(databaseUrl) {
  const { pendingMigrations } = await loadTypeScript(enginePath);
  const pending = await askDatabase(databaseUrl, () => pendingMigrations({ databaseUrl }));
  if (pending.length === 0) return;
  throw new Fault(
    "migration",
    `The database lacks these migrations: ${pending.join(", ")}. Apply them: npm run migrate`,
  );
}

/** @param {string} databaseUrl @param {() => Promise<string[]>} ask */
async function askDatabase(databaseUrl, ask) {
  try {
    return await ask();
  } catch (error) {
    if (isConnectionError(error)) {
      const { host } = new URL(databaseUrl);
      throw new Fault("database", `The database at ${host} does not answer: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    throw new Fault("migration", `The database could not be migrated. ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** @param {unknown} error */
function isConnectionError(error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const invalidLogin = code.startsWith("28");
  const noSuchDatabase = code === "3D000";
  const notAccepting = code.startsWith("57P0") || code === "53300";
  return /^E[A-Z_]+$/.test(code) || invalidLogin || noSuchDatabase || notAccepting;
}

/** Node joins the refusals of several addresses in one error without a message. @param {unknown} error */
export function reasonOf(error) {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
