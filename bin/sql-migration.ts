import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { missingComments, readComments } from "../prisma/schema-engine/comments.ts";
import { applyMigrations } from "../prisma/schema-engine/index.ts";
import { readCurrentSql } from "../prisma/schema-engine/read-current-sql.ts";
import { prismaFolder } from "../prisma/schema-engine/read-files.ts";
import { sqlDifferences } from "../prisma/schema-engine/sql-differences.ts";
import { sqlMigration } from "../prisma/schema-engine/sql-migration.ts";
import { exitCodes, runCommand } from "./command.ts";
import { createDatabase } from "./postgres/create-database.ts";
import { startPostgres } from "./postgres/start-postgres.ts";
import { temporaryParent } from "./process/make-temporary-folder.ts";

const NAME = /^[a-z][a-z0-9_]*$/;

/** Migrates a temporary database with the existing migrations, and returns the statements that it lacks. */
async function missingSql(): Promise<string | undefined> {
  const folder = await mkdtemp(join(temporaryParent(), "partner-wallet-sql-"));
  const password = randomBytes(16).toString("hex");
  const { superuserUrl, stop } = await startPostgres({
    ...{ folder: join(folder, "postgres"), logFile: join(folder, "postgres.log"), password },
    ...{ settings: { fsync: "off" }, ownGroup: false },
  });
  try {
    const role = "partner_wallet";
    const databaseUrl = await createDatabase({ superuserUrl, role, password, database: role });
    await applyMigrations({ databaseUrl });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const script = sqlMigration(await sqlDifferences(client, await readCurrentSql()));
      const { statements, unexplained } = await missingComments(client, await readComments());
      if (unexplained.length > 0)
        console.log(
          `Explain in prisma/schema (///) or prisma/column-comments.txt: ${unexplained.join(", ")}`,
        );
      const parts = [script, ...(statements.length > 0 ? [`${statements.join("\n")}\n`] : [])];
      return parts.filter((part) => part !== undefined).join("\n") || undefined;
    } finally {
      await client.end();
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function nextNumber(migrations: string): Promise<string> {
  const numbers = (await readdir(migrations)).map((name) => Number.parseInt(name, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

/**
 * `npm run sql:migration -- name`: writes a migration with every function and every row of a rule table whose file in
 * prisma/sql differs from a database that the migrations make, and with the comments that its tables and columns lack.
 * Exit code 2 when a file is no valid SQL.
 */
await runCommand(async () => {
  const [, , name = ""] = process.argv;
  if (!NAME.test(name))
    throw new Error("Name the migration: npm run sql:migration -- name_of_the_change");
  const script = await missingSql();
  if (script === undefined) {
    console.log(
      "The migrations make every function and rule table as prisma/sql has them, and every comment.",
    );
    return exitCodes.sound;
  }
  const migrations = join(prismaFolder, "migrations");
  const migration = join(migrations, `${await nextNumber(migrations)}_${name}`);
  await mkdir(migration);
  await writeFile(join(migration, "migration.sql"), script);
  console.log(`wrote ${migration}/migration.sql: say in its first line why`);
  return exitCodes.sound;
}, 1);
