import "@/test/database";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perProcess } from "@/lib/kernel/per-process";
import { eventually } from "@/test/eventually";
import { endTests, sql } from "@/test/fixtures/make";
import {
  disconnect,
  inspect,
  inTransaction,
  lookUp,
  openConnections,
  prisma,
  query,
  type RunQuery,
} from "./index";

afterAll(endTests);

/** Threat 5: with `off`, an acknowledged commit is lost in a crash. PostgreSQL compiles by default. */
test("every connection commits synchronously, compiles nothing and starts no processes, whatever the database's settings", async () => {
  const [{ name }] = await sql("SELECT current_database() AS name");
  await sql(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await sql(`ALTER DATABASE ${name} SET jit = on`);
  await sql(`ALTER DATABASE ${name} SET max_parallel_workers_per_gather = 4`);
  const showSettings = `SELECT current_setting('synchronous_commit') AS commit, current_setting('jit') AS jit,
    current_setting('max_parallel_workers_per_gather') AS workers`;
  const answers = [
    await query("show_of_pool", showSettings, []),
    // One on each pipeline.
    ...(await Promise.all([
      lookUp("show_of_pipeline", showSettings, []),
      lookUp("show_of_pipeline", showSettings, []),
    ])),
    await (await prisma()).$queryRawUnsafe(showSettings),
  ];
  expect(answers).toEqual(answers.map(() => [{ commit: "on", jit: "off", workers: "0" }]));
});

/** An unhandled error would be an uncaught exception, which fails the test run. */
test("a connection that breaks during a transaction fails only the current statement", async () => {
  const pid = await pidOf(query);
  const held = inspect("hold", "SELECT pg_sleep(5)", () => true);
  const failed = expect(held).rejects.toThrow(/EPIPE|connection error/);
  brokenPipeOf(pid);
  await failed;
  expect(await query("after", "SELECT 1 AS one", [])).toEqual([{ one: 1 }]);
});

/** A request whose decision is stale decides again: with a new connection that would take many times as long. */
test("a statement that PostgreSQL refuses leaves its connection to the next one", async () => {
  const before = await pidOf(query);
  for (const [code, statement] of Object.entries(REFUSED)) {
    await expect(query(`refused_${code}`, statement, [])).rejects.toMatchObject({ code });
    expect(await pidOf(query)).toBe(before);
  }
});

test("a connection whose statement was cancelled is not used again", async () => {
  const pid = await pidOf(query);
  const slow = expect(query("slow", "SELECT pg_sleep(30)", [])).rejects.toMatchObject({
    code: "57014",
  });
  // PostgreSQL ignores a cancellation that comes before the statement.
  await eventually(async () => {
    const [activity] = await sql("SELECT state FROM pg_stat_activity WHERE pid = $1", [pid]);
    expect(activity?.state).toBe("active");
  });
  await sql("SELECT pg_cancel_backend($1)", [pid]);
  await slow;
  expect(await pidOf(query)).not.toBe(pid);
});

test("connections that were opened at the start serve while no new one is accepted", async () => {
  const [{ name }] = await sql("SELECT current_database() AS name");
  const limitNew = (limit: number) => sql(`ALTER DATABASE ${name} CONNECTION LIMIT ${limit}`);
  const askAll = () => {
    const ask = [query, query, query, query, lookUp, lookUp];
    return Promise.all(ask.map((run) => run<{ one: number }>("one", "SELECT 1 AS one", [])));
  };
  await disconnect();
  await openConnections();
  await limitNew(0);
  try {
    expect(await askAll()).toEqual(Array.from({ length: 6 }, () => [{ one: 1 }]));
    await disconnect();
    await expect(askAll()).rejects.toThrow("too many connections for database");
  } finally {
    await limitNew(-1);
  }
});

describe("a transaction of several statements", () => {
  const write = "INSERT INTO steps VALUES ($1)";
  const written = async () => (await sql("SELECT step FROM steps")).map(({ step }) => step);

  beforeAll(async () => {
    await sql("CREATE TABLE steps (step int PRIMARY KEY)");
    await sql("GRANT SELECT, INSERT ON steps TO partner_wallet_app");
  });

  test("is committed as a whole", async () => {
    const answer = await inTransaction(async (runQuery) => {
      await runQuery("write_step", write, [1]);
      expect(await written()).toEqual([]);
      await runQuery("write_step", write, [2]);
      return "done";
    });
    expect(answer).toBe("done");
    expect(await written()).toEqual([1, 2]);
  });

  test("is rolled back when a step throws, and the connection is reused", async () => {
    const pids: unknown[] = [];
    const refused = inTransaction(async (runQuery) => {
      pids.push(await pidOf(runQuery));
      await runQuery("write_step", write, [3]);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(await written()).toEqual([1, 2]);
    expect(await countOpen(pids[0])).toBe(1);
  });

  test.each([
    ["refused, and the connection is reused", "INSERT INTO steps VALUES (1)", "23505", true],
    ["faulty, and the connection is not reused", "INSERT INTO nowhere VALUES (1)", "42P01", false],
  ])("is rolled back when a statement is %s", async (_title, statement, code, isReused) => {
    const pids: unknown[] = [];
    const failed = inTransaction(async (runQuery) => {
      pids.push(await pidOf(runQuery));
      await runQuery("write_step", write, [3]);
      await runQuery(`fail_${code}`, statement, []);
    });
    await expect(failed).rejects.toMatchObject({ code });
    expect(await written()).toEqual([1, 2]);
    await eventually(async () => expect(await countOpen(pids[0])).toBe(isReused ? 1 : 0));
  });

  test("a transaction that hangs loses its locks", async () => {
    const [isHeld, isLost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stalled = inTransaction(async (runQuery) => {
      await runQuery("write_step", write, [3]);
      isHeld.resolve();
      await isLost.promise;
      await runQuery("write_step", write, [4]);
    });
    const failed = expect(stalled).rejects.toThrow(/terminat|connection error|not queryable/i);
    await isHeld.promise;
    // Blocks until the uncommitted step is rolled back.
    await query("write_step", write, [3]);
    isLost.resolve();
    await failed;
    expect(await written()).toEqual([1, 2, 3]);
  });
});

/** Statements that PostgreSQL refuses, each with its SQLSTATE. */
const REFUSED = {
  "22012": "SELECT 1 / 0",
  "23502": "INSERT INTO sessions DEFAULT VALUES",
  PW003: `SELECT commit_change_set('{"unknown": 1}')`,
};

/** The number of connections with this process of PostgreSQL: 1, or 0 for one that is closed. */
async function countOpen(pid: unknown): Promise<number> {
  return (await sql("SELECT pid FROM pg_stat_activity WHERE pid = $1", [pid])).length;
}

/** The process of PostgreSQL that serves the connection. */
async function pidOf(runQuery: RunQuery): Promise<number | undefined> {
  const [own] = await runQuery<{ pid: number }>("own_pid", "SELECT pg_backend_pid() AS pid", []);
  return own?.pid;
}

/** Simulates the system's error for a connection whose other end has just closed. */
function brokenPipeOf(pid: number | undefined): void {
  const { open } = perProcess(
    "database",
    (): { open?: { pool: { _clients: HeldClient[] } } } => ({}),
  );
  const held = open?.pool._clients.find(({ processID }) => processID === pid);
  held?.connection.stream.destroy(new Error("write EPIPE"));
}

interface HeldClient {
  processID: number;
  connection: { stream: Socket };
}
