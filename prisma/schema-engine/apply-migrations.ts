import pg from "pg";
import { refuseEarlierDatabase } from "./earlier-database.ts";
import { loadEngine } from "./load-engine.ts";
import { checksumOf, readHistory } from "./migration-history.ts";
import { prismaFolder, readMigrations, readSchemaFiles, scriptsByName } from "./read-files.ts";
import { lockKeys, runAlone } from "./run-alone.ts";
import type { PrepareScript } from "./whole-script-adapter.ts";
import { WholeScriptAdapter } from "./whole-script-adapter.ts";

const noFilters = { externalTables: [], externalEnums: [] };

/**
 * Brings the database up to the last migration and returns the names of those it applied; none
 * the second time. Any number of processes may call it at once. One that dies in the middle
 * leaves a migration that is either whole or absent, and the next call goes on from there.
 */
export async function applyMigrations({
  databaseUrl,
  folder = prismaFolder,
}: {
  databaseUrl: string;
  folder?: string;
}): Promise<string[]> {
  const [datamodels, migrationsList] = await Promise.all([
    readSchemaFiles(folder),
    readMigrations(folder),
  ]);
  const scripts = scriptsByName(migrationsList);
  return runAlone(databaseUrl, async (client) => {
    await refuseEditedMigrations(client, scripts);
    // Ours to end: the engine keeps its connection, and on it a lock of its own.
    const pool = new pg.Pool({ connectionString: databaseUrl });
    const adapter = new WholeScriptAdapter(pool, prepareScript(scripts));
    try {
      const engine = await loadEngine(datamodels, adapter);
      await forgetInterrupted(client, scripts, (migrationName) =>
        engine.markMigrationRolledBack({ migrationName }),
      );
      const result = await engine.applyMigrations({ migrationsList, filters: noFilters });
      return result.appliedMigrationNames;
    } catch (error) {
      throw adapter.failure ?? error;
    } finally {
      await pool.end();
    }
  });
}

/**
 * Makes a migration and the note that it is finished one transaction. A crash between the two
 * would otherwise leave tables that the history calls unfinished, and nobody could tell which.
 */
function prepareScript(scripts: ReadonlyMap<string, string>): PrepareScript {
  const nameByText = new Map([...scripts].map(([name, text]) => [text, name]));
  return (script) => {
    const name = nameByText.get(script);
    if (name === undefined || !isAtomic(script)) return { name, text: script };
    // On the script's first line, so that the line numbers of errors stay those of the file.
    const prelude = `SELECT pg_advisory_xact_lock(${lockKeys.script}); `;
    const note =
      `\n;UPDATE _prisma_migrations SET finished_at = now()` +
      ` WHERE checksum = '${checksumOf(script)}' AND finished_at IS NULL AND rolled_back_at IS NULL`;
    return { name, text: prelude + script + note };
  };
}

/** `CREATE INDEX CONCURRENTLY` runs in no transaction, so its migration is sent as it stands. */
function isAtomic(script: string): boolean {
  return !/\bCONCURRENTLY\b/i.test(script);
}

/** An atomic migration without the note did not happen: its row is set aside, to begin again. */
async function forgetInterrupted(
  client: pg.ClientBase,
  scripts: ReadonlyMap<string, string>,
  markRolledBack: (name: string) => Promise<unknown>,
): Promise<void> {
  for (const { name, state } of await readHistory(client)) {
    const script = scripts.get(name);
    if (state === "unfinished" && script !== undefined && isAtomic(script)) {
      await markRolledBack(name);
    }
  }
}

/** The engine itself passes over a migration whose file was changed after it was applied. */
async function refuseEditedMigrations(
  client: pg.ClientBase,
  scripts: ReadonlyMap<string, string>,
): Promise<void> {
  const history = await readHistory(client);
  refuseEarlierDatabase(history, scripts.keys());
  for (const { name, checksum, state } of history) {
    if (state !== "applied") continue;
    const script = scripts.get(name);
    if (script === undefined) {
      throw new Error(
        `The database has migration ${name}, which this version does not know: ` +
          "it was made by a newer version. Start that version, or use another database.",
      );
    }
    if (checksumOf(script) !== checksum) {
      throw new Error(
        `Migration ${name} was changed after it was applied to this database. Applied migrations ` +
          "stay as they are; put the change into a new one (or, in development, use a new DATA_DIR).",
      );
    }
  }
}
