import { expect, test } from "vitest";
import "../../test/database/index.ts";
import { ownerUrl } from "@/test/database/owner-url";
import { makeEmptyDatabase, queryOnce } from "../../test/database/empty-database.ts";
import { applyMigrations, createTablesSql } from "./index.ts";

const columns = `
  SELECT table_schema || '.' || table_name AS table, column_name AS column, udt_name AS type,
         is_nullable AS nullable, datetime_precision AS precision
    FROM information_schema.columns
   WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
     AND table_name <> '_prisma_migrations'
   ORDER BY 1, 2`;

/** Tables that only the migrations define, because the application never reads them through Prisma. */
const ofMigrationsAlone = ["public.state_changes", "ledger.days_end"];

test("the migrations and the schema's files describe the same columns", async () => {
  const databaseUrl = await makeEmptyDatabase();
  await queryOnce(databaseUrl, await createTablesSql());
  const described = await queryOnce(databaseUrl, columns);
  const migrated = await queryOnce(ownerUrl(), columns);
  const isDescribed = ({ table }: Record<string, unknown>) =>
    !ofMigrationsAlone.includes(String(table));
  expect(described.length).toBeGreaterThan(0);
  expect(migrated.filter(isDescribed)).toEqual(described);
});

test("the project's migrations apply to an empty database, and once only", async () => {
  const databaseUrl = await makeEmptyDatabase();
  expect((await applyMigrations({ databaseUrl })).length).toBeGreaterThan(0);
  expect(await applyMigrations({ databaseUrl })).toEqual([]);
});
