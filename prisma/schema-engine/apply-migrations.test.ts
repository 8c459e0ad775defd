import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeEmptyDatabase, queryOnce } from "../../test/database/empty-database.ts";
import { applyMigrations, MigrationFailed, pendingMigrations } from "./index.ts";

const schema = `
datasource db {
  provider = "postgresql"
}
model Note {
  id String @id
}
`;
const makeNotes = 'CREATE TABLE "Note" (id text PRIMARY KEY);';
const makeFunction = `
CREATE FUNCTION one() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END; $$;
-- the last line is a comment, and no semicolon ends it`;

/** Waits until a statement waits for a lock. */
const untilWaiting = (statement: string) =>
  expect
    .poll(() =>
      queryOnce(
        databaseUrl,
        `SELECT pid FROM pg_stat_activity
         WHERE query LIKE '${statement}' AND datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    )
    .toHaveLength(1);
/** What a process leaves that was killed while it built an index. */
const KILLED = `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('killed', 'x', '0002_index')`;
/** Ends the session that builds an index, as an administrator or the loss of a connection does. */
const CUT = `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
  WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND datname = current_database() AND wait_event_type = 'Lock'`;

let folder: string;
let databaseUrl: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "schema-engine-"));
  databaseUrl = await makeEmptyDatabase();
  await mkdir(join(folder, "schema"));
  await writeFile(join(folder, "schema/note.prisma"), schema);
  await mkdir(join(folder, "migrations"));
  await writeFile(join(folder, "migrations/migration_lock.toml"), 'provider = "postgresql"\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function writeMigration(name: string, script: string): Promise<void> {
  await mkdir(join(folder, "migrations", name), { recursive: true });
  await writeFile(join(folder, "migrations", name, "migration.sql"), script);
}

const apply = () => applyMigrations({ databaseUrl, folder });

describe("applying migrations", () => {
  test("applies them in order, with undivided function bodies, and nothing in a second run", async () => {
    await writeMigration("0002_function", makeFunction);
    await writeMigration("0001_notes", makeNotes);
    expect(await pendingMigrations({ databaseUrl, folder })).toEqual([
      "0001_notes",
      "0002_function",
    ]);
    expect(await apply()).toEqual(["0001_notes", "0002_function"]);
    expect(await queryOnce(databaseUrl, "SELECT one()")).toEqual([{ one: 1 }]);
    expect(await apply()).toEqual([]);
    expect(await pendingMigrations({ databaseUrl, folder })).toEqual([]);
  });

  test("applies each migration once although several processes run concurrently", async () => {
    await writeMigration("0001_notes", makeNotes);
    const applied = await Promise.all([apply(), apply(), apply()]);
    expect(applied.flat()).toEqual(["0001_notes"]);
  });

  test("throws an error with the migration, the line and the reason of a failure", async () => {
    await writeMigration("0001_notes", `${makeNotes}\n\nCREATE TABLEX "Other" ();`);
    const failure = await apply().catch((error) => error);
    expect(failure).toBeInstanceOf(MigrationFailed);
    expect(failure.message).toBe(
      'Migration 0001_notes failed at line 3 (CREATE TABLEX "Other" ();): ' +
        'syntax error at or near "TABLEX"',
    );
  });

  test("rolls a failed migration back, and applies it after its repair", async () => {
    await writeMigration("0001_notes", `${makeNotes}\nSELECT 1 / 0;`);
    await expect(apply()).rejects.toThrow("division by zero");
    expect(await queryOnce(databaseUrl, `SELECT to_regclass('"Note"') AS found`)).toEqual([
      { found: null },
    ]);
    await writeMigration("0001_notes", makeNotes);
    expect(await apply()).toEqual(["0001_notes"]);
  });

  test("applies a migration that a killed process had begun", async () => {
    await writeMigration("0001_notes", makeNotes);
    await apply();
    await writeMigration("0002_function", makeFunction);
    await queryOnce(
      databaseUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name)
       VALUES ('killed', 'x', '0002_function')`,
    );
    expect(await apply()).toEqual(["0002_function"]);
  });

  test("runs CREATE INDEX CONCURRENTLY outside of a transaction", async () => {
    await writeMigration("0001_notes", makeNotes);
    await writeMigration("0002_index", 'CREATE INDEX CONCURRENTLY note_id ON "Note" (id);');
    expect(await apply()).toEqual(["0001_notes", "0002_index"]);
  });

  describe("an index that is built outside of a transaction and was interrupted", () => {
    let holder: pg.Client;
    beforeEach(async () => {
      await writeMigration("0001_notes", makeNotes);
      await apply();
      await writeMigration("0002_index", 'CREATE INDEX CONCURRENTLY note_id ON "Note" (id);');
      await writeMigration("0003_function", makeFunction);
      holder = new pg.Client({ connectionString: databaseUrl });
      await holder.connect();
    });
    afterEach(() => holder.end());

    const isValid = () =>
      queryOnce(
        databaseUrl,
        "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('note_id')",
      );

    test("is built anew after its connection was cut in the middle", async () => {
      await holder.query(`BEGIN; INSERT INTO "Note" VALUES ('open')`);
      const cut = apply().catch((error) => error);
      await expect.poll(() => queryOnce(databaseUrl, CUT)).toEqual([{ ended: true }]);
      expect(await cut).toBeInstanceOf(MigrationFailed);
      expect(await isValid()).toEqual([{ valid: false }]);
      await holder.query("COMMIT");
      expect(await apply()).toEqual(["0002_index", "0003_function"]);
      expect(await isValid()).toEqual([{ valid: true }]);
      expect(await apply()).toEqual([]);
    });

    test("is built anew when PostgreSQL still builds it for a process that was killed", async () => {
      await holder.query(`BEGIN; INSERT INTO "Note" VALUES ('open')`);
      const forgotten = new pg.Client({ connectionString: databaseUrl });
      await forgotten.connect();
      const built = forgotten.query('CREATE INDEX CONCURRENTLY note_id ON "Note" (id)');
      await untilWaiting("CREATE INDEX%");
      await queryOnce(databaseUrl, KILLED);
      const applied = apply();
      await expect
        .poll(() =>
          queryOnce(
            databaseUrl,
            "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT FROM pg_locks%'",
          ),
        )
        .not.toEqual([]);
      await holder.query("COMMIT");
      await built;
      expect(await applied).toEqual(["0002_index", "0003_function"]);
      expect(await isValid()).toEqual([{ valid: true }]);
      await forgotten.end();
    });

    test("is built anew when PostgreSQL completed it for a process that was killed", async () => {
      await queryOnce(databaseUrl, 'CREATE INDEX note_id ON "Note" (id)');
      await queryOnce(databaseUrl, KILLED);
      expect(await apply()).toEqual(["0002_index", "0003_function"]);
      expect(await isValid()).toEqual([{ valid: true }]);
    });
  });

  test("a block that commits in steps keeps them when it fails, and is applied again from its beginning", async () => {
    const steps = (last: string) =>
      `DO $$ BEGIN INSERT INTO "Note" VALUES ('first') ON CONFLICT DO NOTHING; COMMIT; ${last} END $$;`;
    const notes = () => queryOnce(databaseUrl, 'SELECT id FROM "Note" ORDER BY id');
    await writeMigration("0001_notes", makeNotes);
    await writeMigration("0002_steps", steps("PERFORM 1 / 0;"));
    await expect(apply()).rejects.toThrow("division by zero");
    expect(await notes()).toEqual([{ id: "first" }]);
    await writeMigration("0002_steps", steps(`INSERT INTO "Note" VALUES ('last');`));
    expect(await apply()).toEqual(["0002_steps"]);
    expect(await notes()).toEqual([{ id: "first" }, { id: "last" }]);
    expect(await apply()).toEqual([]);
  });

  describe("while another transaction has a lock on the table", () => {
    let holder: pg.Client;
    beforeEach(async () => {
      await writeMigration("0001_notes", makeNotes);
      await apply();
      await writeMigration("0002_text", 'ALTER TABLE "Note" ADD COLUMN text text;');
      await writeMigration("0003_function", makeFunction);
      holder = new pg.Client({ connectionString: databaseUrl });
      await holder.connect();
      await holder.query('BEGIN; SELECT FROM "Note"');
    });
    afterEach(() => holder.end());

    test("waits a second, lets others pass, and applies the migration later", async () => {
      const failures: string[] = [];
      const onLockTimeout = async ({ message }: MigrationFailed) => {
        failures.push(message);
        await holder.query("COMMIT");
      };
      expect(await applyMigrations({ databaseUrl, folder, onLockTimeout })).toEqual([
        "0002_text",
        "0003_function",
      ]);
      expect(failures).toEqual([
        expect.stringMatching(/^Migration 0002_text failed: .*lock timeout.*pg_stat_activity/),
      ]);
      expect(await pendingMigrations({ databaseUrl, folder })).toEqual([]);
    });

    test("gives up after the last attempt, and can be run again", async () => {
      await expect(applyMigrations({ databaseUrl, folder, lockAttempts: 1 })).rejects.toThrow(
        "Another transaction keeps a lock on the table",
      );
      await holder.query("COMMIT");
      expect(await apply()).toEqual(["0002_text", "0003_function"]);
    });
  });

  test("refuses a migration that was changed after it was applied", async () => {
    await writeMigration("0001_notes", makeNotes);
    await apply();
    await writeMigration("0001_notes", `${makeNotes} -- changed`);
    await expect(apply()).rejects.toThrow("Migration 0001_notes was changed after");
  });

  test("refuses a database that a newer version has migrated", async () => {
    await writeMigration("0001_notes", makeNotes);
    await writeMigration("0002_function", makeFunction);
    await apply();
    await rm(join(folder, "migrations/0002_function"), { recursive: true });
    await expect(apply()).rejects.toThrow("0002_function, which this version does not know");
  });

  test("refuses a database whose migrations this version has combined, with instructions", async () => {
    await writeMigration("0001_notes", makeNotes);
    await writeMigration("0002_function", makeFunction);
    await apply();
    await rm(join(folder, "migrations/0001_notes"), { recursive: true });
    await rm(join(folder, "migrations/0002_function"), { recursive: true });
    await writeMigration("0100_all", `${makeNotes}${makeFunction}`);
    const reason = /earlier version of the service: it has the migration 0001_notes.*Keep using/;
    await expect(apply()).rejects.toThrow(reason);
    await expect(pendingMigrations({ databaseUrl, folder })).rejects.toThrow(reason);
    expect(await queryOnce(databaseUrl, "SELECT one()")).toEqual([{ one: 1 }]);
  });
});
