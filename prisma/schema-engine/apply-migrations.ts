import { setTimeout as sleep } from "node:timers/promises";
import type { MigrationList } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { buildsIndex, dropUnfinishedIndex } from "./drop-unfinished-index.ts";
import { refuseEarlierDatabase } from "./earlier-database.ts";
import { loadEngine } from "./load-engine.ts";
import type { MigrationFailed } from "./migration-failed.ts";
import { checksumOf, isSameMigration, readHistory } from "./migration-history.ts";
import { prismaFolder, readMigrations, readSchemaFiles, scriptsByName } from "./read-files.ts";
import { lockKeys, runAlone } from "./run-alone.ts";
import type { PrepareScript } from "./whole-script-adapter.ts";
import { WholeScriptAdapter } from "./whole-script-adapter.ts";

const noFilters = { externalTables: [], externalEnums: [] };

/**
 * How long a statement of a migration waits for a lock. Requests queue behind a statement that waits for an exclusive lock,
 * so a wait of minutes behind somebody's report would be an outage of minutes.
 */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_ATTEMPTS = 30;
const LOCK_PAUSE_MS = 2_000;

interface ApplyOptions {
  databaseUrl: string;
  folder?: string;
  /** Is called before a migration that did not get a lock in time is tried again. */
  onLockTimeout?: (failure: MigrationFailed) => unknown;
  lockAttempts?: number;
}

/**
 * Applies all pending migrations and returns their names. Several processes may call this concurrently. A process that
 * is killed leaves each migration either complete or absent, and the next call continues from there. A migration that does
 * not get a lock within a second is rolled back and tried again.
 */
export async function applyMigrations({
  databaseUrl,
  folder = prismaFolder,
  onLockTimeout,
  lockAttempts = LOCK_ATTEMPTS,
}: ApplyOptions): Promise<string[]> {
  const [datamodels, migrationsList] = await Promise.all([
    readSchemaFiles(folder),
    readMigrations(folder),
  ]);
  const scripts = scriptsByName(migrationsList);
  return runAlone(databaseUrl, async (client) => {
    await refuseEditedMigrations(client, scripts);
    const history = await readHistory(client);
    const before = new Set(
      history.filter(({ state }) => state === "applied").map(({ name }) => name),
    );
    for (let attempt = 1; ; attempt += 1) {
      const failure = await applyOnce(client, { databaseUrl, datamodels, migrationsList, scripts });
      if (failure === undefined) return [...scripts.keys()].filter((name) => !before.has(name));
      if (!failure.isLockTimeout || attempt >= lockAttempts) throw failure;
      await onLockTimeout?.(failure);
      await sleep(LOCK_PAUSE_MS);
    }
  });
}

interface Files {
  databaseUrl: string;
  datamodels: [path: string, content: string][];
  migrationsList: MigrationList;
  scripts: ReadonlyMap<string, string>;
}

/** Applies all pending migrations. Returns the failure of a migration in PostgreSQL; throws any other. */
async function applyOnce(
  client: pg.ClientBase,
  { databaseUrl, datamodels, migrationsList, scripts }: Files,
): Promise<MigrationFailed | undefined> {
  // This function must end the pool: the engine keeps its connection open, with a lock on it.
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const adapter = new WholeScriptAdapter(pool, prepareScript(scripts));
  try {
    const engine = await loadEngine(datamodels, adapter);
    for (const { name, script } of await listInterrupted(client, scripts)) {
      await dropUnfinishedIndex(databaseUrl, script);
      await engine.markMigrationRolledBack({ migrationName: name });
    }
    await engine.applyMigrations({ migrationsList, filters: noFilters });
    return undefined;
  } catch (error) {
    if (adapter.failure !== undefined) return adapter.failure;
    throw error;
  } finally {
    await pool.end();
  }
}

/**
 * Puts a migration and the record of its completion into one transaction. A crash between the two would otherwise leave
 * tables of a migration that the history shows as unfinished, with no way to find out how far it got.
 */
function prepareScript(scripts: ReadonlyMap<string, string>): PrepareScript {
  const nameByText = new Map([...scripts].map(([name, text]) => [text, name]));
  return (script) => {
    const name = nameByText.get(script);
    if (name === undefined || !isAtomic(script)) return { name, text: script };
    // The prelude is on the script's first line, so that the line numbers of errors are those of the file.
    const prelude =
      `SELECT pg_advisory_xact_lock(${lockKeys.script}); ` +
      `SELECT set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true); `;
    const note =
      `\n;UPDATE _prisma_migrations SET finished_at = now()` +
      ` WHERE checksum = '${checksumOf(script)}' AND finished_at IS NULL AND rolled_back_at IS NULL`;
    return { name, text: prelude + script + note };
  };
}

/** A block of PL/pgSQL that ends transactions. PostgreSQL allows that only where it is the whole script. */
const commitsInSteps = (script: string) => /\bCOMMIT;/.test(script);

/**
 * Whether a script can run in a transaction. `CREATE INDEX CONCURRENTLY` cannot, nor can a block that commits its steps.
 * Their migrations are sent unchanged.
 */
function isAtomic(script: string): boolean {
  return !/\bCONCURRENTLY\b/i.test(script) && !commitsInSteps(script);
}

/**
 * Lists the unfinished migrations that can run again: nothing of an atomic one was committed, one that commits in steps is
 * written so, and an index that is built outside of a transaction is removed first.
 */
async function listInterrupted(
  client: pg.ClientBase,
  scripts: ReadonlyMap<string, string>,
): Promise<{ name: string; script: string }[]> {
  return (await readHistory(client)).flatMap(({ name, state }) => {
    const script = scripts.get(name);
    if (state !== "unfinished" || script === undefined) return [];
    const isRepeatable = isAtomic(script) || commitsInSteps(script) || buildsIndex(script);
    return isRepeatable ? [{ name, script }] : [];
  });
}

/** Refuses a migration whose file was changed after it was applied; the engine itself ignores that. */
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
    if (!isSameMigration(name, script, checksum)) {
      throw new Error(
        `Migration ${name} was changed after it was applied to this database. Applied migrations ` +
          "stay as they are; put the change into a new one (or, in development, use a new DATA_DIR).",
      );
    }
  }
}
