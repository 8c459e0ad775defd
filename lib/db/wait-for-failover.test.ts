import "@/test/database";
import net from "node:net";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { startPooler } from "@/test/database/pooler";
import { eventually } from "@/test/eventually";
import { endTests, sql } from "@/test/fixtures/make";
import { disconnect, inTransaction, lookUp, openConnections, prisma, query } from "./index";
import { writeAudited } from "./write-audited";

const INSERT = "INSERT INTO failover_test (name) VALUES ($1) RETURNING name";
const names = async () => {
  const rows = await sql("SELECT name FROM failover_test ORDER BY name");
  return rows.map(({ name }) => name);
};

/** A statement of each way to the database. */
const WAYS: Record<string, () => Promise<unknown>> = {
  "a lookup": () => lookUp("failover_one", "SELECT 1 AS one", []),
  "a statement": () => query("failover_insert", INSERT, ["a statement"]),
  "a transaction": () =>
    inTransaction((runQuery) => runQuery("failover_insert", INSERT, ["a transaction"])),
  "a statement of Prisma": async () => (await prisma()).$queryRaw`SELECT 1 AS one`,
  "a transaction of Prisma": () =>
    writeAudited(
      (db) => db.$executeRaw`INSERT INTO failover_test (name) VALUES ('a transaction of Prisma')`,
    ),
};
const WRITTEN = ["a statement", "a transaction", "a transaction of Prisma"];
const sendAll = () => Object.values(WAYS).map((send) => send());

beforeEach(async () => {
  await sql("CREATE TABLE IF NOT EXISTS failover_test (name text)");
  await sql("GRANT SELECT, INSERT ON failover_test TO partner_wallet_app");
  await sql("TRUNCATE failover_test");
  await disconnect();
});
afterEach(async () => {
  delete process.env.DATABASE_OUTAGE_WAIT_MS;
  forgetEnv();
  await disconnect();
});
afterAll(endTests);

describe("PgBouncer that cannot log in to PostgreSQL", () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  const start = async () => {
    pooler = await startPooler();
    await openConnections();
    await WAYS["a statement of Prisma"]?.();
  };
  afterEach(() => pooler.stop());

  test("every statement waits, and is executed once", async () => {
    await start();
    pooler.loseDatabase();
    const sent = sendAll();
    await eventually(() => expect(pooler.countRefused()).toBeGreaterThan(WRITTEN.length));
    expect(await names()).toEqual([]);
    pooler.findDatabase();
    await Promise.all(sent);
    expect(await names()).toEqual(WRITTEN);
  });

  test("one that is away for longer fails every statement, and nothing was written", async () => {
    process.env.DATABASE_OUTAGE_WAIT_MS = "300";
    await start();
    pooler.loseDatabase();
    const outcomes = await Promise.allSettled(sendAll());
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => "rejected"));
    // From here on nothing waits, so that an outage does not pile up requests: no probe asks again and again.
    const before = pooler.countRefused();
    await expect(WAYS["a statement"]?.()).rejects.toThrow("server login has been failing");
    await expect(WAYS["a transaction"]?.()).rejects.toThrow("server login has been failing");
    expect(pooler.countRefused()).toBe(before + 2);
    pooler.findDatabase();
    expect(await names()).toEqual([]);
    await Promise.all(sendAll());
    expect(await names()).toEqual(WRITTEN);
  });
});

test("a database that refuses connections: every statement waits, and is executed once", async () => {
  const direct = process.env.DATABASE_URL ?? "";
  const closed = net.createServer();
  await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
  const { port } = closed.address() as net.AddressInfo;
  await new Promise((done) => closed.close(done));
  const away = new URL(direct);
  away.searchParams.delete("host");
  away.hostname = "127.0.0.1";
  away.port = String(port);
  process.env.DATABASE_URL = away.href;
  forgetEnv();
  const sent = sendAll();
  process.env.DATABASE_URL = direct;
  const pooler = await startPooler(port);
  await Promise.all(sent);
  expect(await names()).toEqual(WRITTEN);
  await disconnect();
  await pooler.stop();
});

test("a statement whose connection is cut under way fails, because it may have been executed", async () => {
  const slow = query(
    "failover_slow",
    "INSERT INTO failover_test (name) SELECT 'slow' FROM pg_sleep(20)",
    [],
  );
  const failed = expect(slow).rejects.toMatchObject({ code: "57P01" });
  await eventually(async () => {
    const ended = await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE '%pg_sleep(20)%' AND pid <> pg_backend_pid()`,
    );
    expect(ended).toHaveLength(1);
  });
  await failed;
  expect(await names()).toEqual([]);
});

test("a lookup whose connection is cut under way is sent again", async () => {
  const slow = lookUp("failover_lookup", "SELECT 1 AS one FROM pg_sleep(2)", []);
  await eventually(async () => {
    const ended = await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE '%pg_sleep(2)%' AND pid <> pg_backend_pid()`,
    );
    expect(ended).toHaveLength(1);
  });
  expect(await slow).toEqual([{ one: 1 }]);
});
