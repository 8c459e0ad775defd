import "../database";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownerClient } from "@/test/database/attack";
import { erasedColumns } from "./erased-columns";
import { KEPT_COLUMNS } from "./kept-columns";

let client: pg.Client;
beforeAll(async () => {
  client = await ownerClient();
});
afterAll(() => client?.end());

const TEXT_TYPES = ["text", "varchar", "bpchar", "json", "jsonb", "bytea", "date", "inet", "cidr"];

/** Every column that can hold data of a person, as `schema.table.column`: texts, JSON, bytes, addresses, days and lists of them. */
async function columnsWithTexts(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%s.%s.%s', nspname, relname, attname) AS name
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_type t ON t.oid = a.atttypid
     WHERE nspname IN ('ledger', 'public') AND relkind IN ('r', 'p', 'm') AND attnum > 0 AND NOT attisdropped
       AND ltrim(typname, '_') = ANY ($1) ORDER BY 1`,
    [TEXT_TYPES],
  );
  return rows.map(({ name }) => name);
}

const inSchema = (table: string) => (table.includes(".") ? table : `public.${table}`);

const keptColumns = (): string[] =>
  Object.values(KEPT_COLUMNS).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) =>
      columns.split(" ").map((column) => `${inSchema(table)}.${column}`),
    ),
  );

test("every column that can hold data of a card user is erased with the user, or kept for a reason", async () => {
  const known = new Set([...keptColumns(), ...(await erasedColumns(client))]);
  const unknown = (await columnsWithTexts()).filter((each) => !known.has(each));
  expect(unknown, "erase it with the user, or give the reason in kept-columns.ts").toEqual([]);
});

test("no column is kept twice, and none that is erased or does not exist", async () => {
  const kept = keptColumns();
  const [erased, existing] = [await erasedColumns(client), await columnsWithTexts()];
  const isWrong = (each: string) => erased.includes(each) || !existing.includes(each);
  expect(kept.filter((each, place) => isWrong(each) || kept.indexOf(each) !== place)).toEqual([]);
});

test("self-test: a new column of a table is found", async () => {
  await client.query("BEGIN; ALTER TABLE partners ADD contact_person text");
  const columns = await columnsWithTexts();
  await client.query("ROLLBACK");
  expect(columns.filter((each) => !keptColumns().includes(each))).toContain(
    "public.partners.contact_person",
  );
});
