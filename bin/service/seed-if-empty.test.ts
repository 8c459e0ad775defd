import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryOnce } from "@/test/database/empty-database";
import { createClosing } from "../bootstrap/closing.mjs";
import { dataPaths } from "../bootstrap/paths.mjs";
import { startDatabase } from "../postgres/start-database.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { temporaryParent } from "../process/make-temporary-folder.ts";
import {
  forgetInterruptedSeed,
  mustStartOver,
  type SeedPlace,
  seedIfEmpty,
  wasSeedInterrupted,
} from "./seed-if-empty.ts";

const closing = createClosing();
let dataDir: string;
let externalDatabaseUrl: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(temporaryParent(), "partner-wallet-seed-"));
  await mkdir(dataPaths(dataDir).logs);
});
afterAll(async () => {
  await closing.closeAll();
  await rm(dataDir, { recursive: true });
});

/** Starts the data folder's database, as `npm start` in this environment. */
function startOwn(environment: "staging" | "production") {
  const secrets = { databaseSuperuserPassword: "superuser", databasePassword: "owner" };
  return startDatabase({
    ...{ paths: dataPaths(dataDir), secrets, closing, start: startPostgres },
    startOver: mustStartOver({ environment, dataDir }),
  });
}

/** The seed fails, because the database has nothing but this table. What it leaves is what a killed seed leaves. */
async function interruptSeed(place: SeedPlace, databaseUrl: string): Promise<void> {
  await queryOnce(databaseUrl, "CREATE TABLE partners (id text)");
  await expect(seedIfEmpty(place, { ...process.env, DATABASE_URL: databaseUrl })).rejects.toThrow(
    "could not be made",
  );
}

const tablesOf = async (databaseUrl: string) =>
  (
    await queryOnce(
      databaseUrl,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    )
  ).map(({ name }) => name);

test("the data folder's database stays when the demo of another database was interrupted", async () => {
  const { ownerUrl, postgres } = await startOwn("staging");
  await queryOnce(ownerUrl, "CREATE TABLE kept (n int)");
  await queryOnce(postgres.superuserUrl("postgres"), "CREATE DATABASE elsewhere");
  externalDatabaseUrl = postgres.superuserUrl("elsewhere");
  await interruptSeed({ dataDir, externalDatabaseUrl }, externalDatabaseUrl);
  expect(wasSeedInterrupted({ dataDir, externalDatabaseUrl })).toBe(true);
  expect(wasSeedInterrupted({ dataDir, externalDatabaseUrl: postgres.superuserUrl("third") })).toBe(
    false,
  );
  await closing.closeAll();
  expect(await tablesOf((await startOwn("staging")).ownerUrl)).toEqual(["kept"]);
});

test("an incomplete demo is dropped by the next demo, and never by a start in production", async () => {
  const { ownerUrl } = await startOwn("staging");
  await interruptSeed({ dataDir }, ownerUrl);
  await closing.closeAll();
  expect((await tablesOf((await startOwn("production")).ownerUrl)).toSorted()).toEqual([
    ...["kept", "partners"],
  ]);
  await closing.closeAll();
  expect(await tablesOf((await startOwn("staging")).ownerUrl)).toEqual([]);
  await closing.closeAll();
});

test("a database that a start in production has taken is not dropped by a later demo", async () => {
  expect(mustStartOver({ environment: "staging", dataDir })).toBe(true);
  await forgetInterruptedSeed({ dataDir });
  expect(mustStartOver({ environment: "staging", dataDir })).toBe(false);
});
