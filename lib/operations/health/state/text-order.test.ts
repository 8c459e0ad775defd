import "@/test/database";
import { afterAll, expect, inject, test } from "vitest";
import { queryOnce } from "@/test/database/empty-database";
import { endTests } from "@/test/fixtures/make";
import { databaseTroubles } from "./database-troubles";
import { readServiceState } from "./read-service-state";

afterAll(endTests);

const troubles = async () => databaseTroubles((await readServiceState()).database);

/** Stores in which version of an order the indexes of this database were made. */
const storeVersion = (version: string) =>
  queryOnce(
    inject("databaseServer").superuserUrl,
    `UPDATE pg_database SET datcollversion = ${version}
     WHERE datname = '${new URL(process.env.DATABASE_URL ?? "").pathname.slice(1)}'`,
  );

test("another order of texts than that of the indexes is reported until the indexes are declared rebuilt", async () => {
  expect(await troubles()).toEqual([]);
  await storeVersion("'2.36'");
  expect(await troubles()).toMatchObject([
    { severity: "failed", text: expect.stringContaining("sorts texts of the locale") },
  ]);
  await storeVersion("pg_database_collation_actual_version(oid)");
  expect(await troubles()).toEqual([]);
});

test("an order without a version, as that of C, is no trouble", async () => {
  await storeVersion("NULL");
  expect(await troubles()).toEqual([]);
});
