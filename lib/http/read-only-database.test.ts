import "@/test/database";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { answerReady } from "@/lib/operations/health/health-routes";
import { expectNothingLost } from "@/test/database/keyed-outage";
import { endSql, endTests, makePartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";

/** Threat 25: a database that refuses writes, as after a failover or when a provider reacts to a full disk. */
const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);

let superuser: pg.Client;
beforeAll(async () => {
  superuser = new pg.Client(inject("databaseServer").superuserUrl);
  await superuser.connect();
});
afterEach(takeWrites);
afterAll(async () => {
  await superuser.end();
  await endTests();
});

/** Makes new connections read-only and terminates the existing ones. */
async function becomeReadOnly(): Promise<void> {
  await endSql();
  await superuser.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
  await superuser.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
    [database],
  );
}

/** Allows writes again. Existing connections of the service remain read-only. */
async function takeWrites(): Promise<void> {
  await endSql();
  await superuser.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
}

test("each of the six endpoints responds 503 without effect, and with the same key succeeds later", async () => {
  await expectNothingLost(await makePartner(), { begin: becomeReadOnly, end: takeWrites });
});

test("reads work meanwhile, and readiness changes automatically", async () => {
  const partner = await makePartner();
  const ready = () => answerReady().then(({ status }) => status);
  expect(await ready()).toBe(200);
  await becomeReadOnly();
  await expect.poll(ready).toBe(503);
  await expect.poll(() => clientOf(partner).balance()).toMatchObject({ status: 200 });
  await takeWrites();
  await expect.poll(ready).toBe(200);
});
