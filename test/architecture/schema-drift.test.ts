import "../database";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createTablesSql } from "@/prisma/schema-engine/create-tables-sql";
import { ownerUrl } from "@/test/database/owner-url";
import { difference, tableColumns, tableIndexes, tableReferences } from "./table-columns";

/** Tables that the service never reads through Prisma. */
const WITHOUT_MODEL = /\b(public\.(_prisma_migrations|state_changes)|ledger\.days_end)\b/;
/** Indexes that Prisma's schema cannot express (partial ones, BRIN, expressions), and the index of users by email. */
const WITHOUT_ATTRIBUTE = / WHERE | USING brin |\blower\(|\bsearch_key\(|\busers_email_key\b/;

/** The included columns of an index, which Prisma's schema cannot express either. */
const BESIDE_KEYS = / INCLUDE \([^)]*\)/;

const { superuserUrl } = inject("databaseServer");
const modelName = `datamodel_${process.pid}`;
const superuser = new pg.Client(superuserUrl);
const migrated = new pg.Client(ownerUrl());
const model = new pg.Client(superuserUrl.replace(/\/[^/?]*(\?|$)/, `/${modelName}$1`));

beforeAll(async () => {
  await superuser.connect();
  await superuser.query(`CREATE DATABASE ${modelName}`);
  await Promise.all([migrated.connect(), model.connect()]);
  await model.query(await createTablesSql());
});

afterAll(async () => {
  await Promise.all([migrated.end(), model.end()]);
  await superuser.query(`DROP DATABASE ${modelName}`);
  await superuser.end();
});

const columnDrift = async () => {
  const actual = await tableColumns(migrated);
  return difference(
    await tableColumns(model),
    actual.filter((line) => !WITHOUT_MODEL.test(line)),
  );
};
const indexDrift = async () => {
  const actual = await tableIndexes(migrated);
  return difference(
    await tableIndexes(model),
    actual
      .filter((line) => !WITHOUT_MODEL.test(line) && !WITHOUT_ATTRIBUTE.test(line))
      .map((line) => line.replace(BESIDE_KEYS, "")),
  );
};

test("the columns of the migrated database and the datamodel are equal: type, nullability, default", async () => {
  expect((await tableColumns(migrated)).length).toBeGreaterThan(150);
  expect(await columnDrift()).toEqual([]);
});

test("the indexes of the migrated database and the datamodel are equal", async () => {
  expect(await indexDrift()).toEqual([]);
});

/** Not every foreign key is a relation: the datamodel has only the relations that code reads. */
test("every relation of the datamodel is a foreign key of the migrated database", async () => {
  const relations = await tableReferences(model);
  const keys = await tableReferences(migrated);
  expect(relations.length).toBeGreaterThan(5);
  expect(relations.filter((relation) => !keys.includes(relation))).toEqual([]);
});

test.each([
  [
    "an additional column",
    "ALTER TABLE users ADD COLUMN nickname text",
    /^unknown: public\.users\.nickname text/,
  ],
  [
    "a missing column",
    "ALTER TABLE users DROP COLUMN denial_reason",
    /^missing: public\.users\.denial_reason/,
  ],
  ["a missing table", "DROP TABLE webhook_events", /^missing: public\.webhook_events\.id/],
  ["an additional table", "CREATE TABLE ledger.extra (id text)", /^unknown: ledger\.extra\.id/],
  [
    "another type",
    "ALTER TABLE cards ALTER COLUMN version TYPE bigint",
    /^missing: public\.cards\.version int4/,
  ],
  [
    "another precision",
    "ALTER TABLE users ALTER COLUMN created_at TYPE timestamptz(6)",
    /^missing: public\.users\.created_at timestamptz \(3\)/,
  ],
  [
    "another nullability",
    "ALTER TABLE cards ALTER COLUMN currency DROP NOT NULL",
    /^missing: public\.cards\.currency text .*not null/,
  ],
  [
    "another default",
    "ALTER TABLE partners ALTER COLUMN kyc_fee_micro_usd SET DEFAULT 1",
    /^missing: public\.partners\.kyc_fee_micro_usd .*default 2000000/,
  ],
])("self-test: finds %s", async (_, statement, line) => {
  const drift = await driftAfter(statement, columnDrift);
  expect(drift.filter((each) => line.test(each))).toHaveLength(1);
});

test("self-test: finds a missing index", async () => {
  const drift = await driftAfter("DROP INDEX cards_partner_id_id_idx", indexDrift);
  expect(drift).toHaveLength(1);
});

/** Returns the differences after a statement, which is rolled back. */
async function driftAfter(statement: string, drift: () => Promise<string[]>): Promise<string[]> {
  await migrated.query("BEGIN");
  try {
    await migrated.query(statement);
    return await drift();
  } finally {
    await migrated.query("ROLLBACK");
  }
}
