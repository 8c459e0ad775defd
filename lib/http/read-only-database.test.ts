import "@/test/database";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { answerReady } from "@/lib/operations/health/health-routes";
import { expectNothingLost } from "@/test/database/expect-nothing-lost";
import { eventually } from "@/test/eventually";
import { walletOf } from "@/test/fixtures/books";
import { endSql, endTests, makeCard, makePartner } from "@/test/fixtures/make";
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

// First: writes to a database that stays read-only for longer do not wait, until a new connection takes writes.
test("a request waits for a database that takes writes again within a moment, and is executed once", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner, { amountUsd: 1 });
  const before = await walletOf(partner.partnerId);
  const warn = vi.spyOn(log(), "warn");
  await becomeReadOnly();
  const funded = client.fund({ serviceCardId, amount: 10 });
  await eventually(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining("no writes")));
  await takeWrites();
  expect(await funded).toMatchObject({ status: 200 });
  expect(await walletOf(partner.partnerId)).toBe(before - 10);
});

test("so does a change of a person, also on a connection that was opened while the database took no writes", async () => {
  // Before: the log of a request can be the first write that waits, and the others wait with it.
  const warn = vi.spyOn(log(), "warn").mockClear();
  await becomeReadOnly();
  const db = await prisma();
  await Promise.all([1, 2, 3, 4].map(() => db.$queryRaw`SELECT pg_sleep(0.1)::text`));
  const id = newId("ptn");
  const written = writeAudited(
    (client) => client.$executeRaw`UPDATE partners SET name = ${id} WHERE id = ${id}`,
  );
  await eventually(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining("no writes")));
  await takeWrites();
  expect(await written).toBe(0);
});

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
