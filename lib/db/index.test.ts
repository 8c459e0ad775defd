import "@/test/database";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perProcess } from "@/lib/kernel/per-process";
import { endTests, sql } from "@/test/fixtures/make";
import { inspect, inTransaction, lookUp, prisma, query } from "./index";

afterAll(endTests);

/** Threat 5: with `off`, an acknowledged commit is lost in a crash. PostgreSQL compiles by default. */
test("every connection commits synchronously and compiles nothing, whatever the settings of the database", async () => {
  const [{ name }] = await sql("SELECT current_database() AS name");
  await sql(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await sql(`ALTER DATABASE ${name} SET jit = on`);
  const showSettings =
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('jit') AS jit";
  const answers = [
    await query("show_of_pool", showSettings, []),
    // One on each lane.
    ...(await Promise.all([
      lookUp("show_of_lane", showSettings, []),
      lookUp("show_of_lane", showSettings, []),
    ])),
    await (await prisma()).$queryRawUnsafe(showSettings),
  ];
  expect(answers).toEqual(answers.map(() => [{ commit: "on", jit: "off" }]));
});

/** An unhandled error would be an uncaught exception, which fails the test run. */
test("a connection that breaks during a transaction fails only the current statement", async () => {
  const [own] = await query<{ pid: number }>("own_pid", "SELECT pg_backend_pid() AS pid", []);
  const held = inspect("hold", "SELECT pg_sleep(5)", () => true);
  const failed = expect(held).rejects.toThrow(/EPIPE|connection error/);
  brokenPipeOf(own?.pid);
  await failed;
  expect(await query("after", "SELECT 1 AS one", [])).toEqual([{ one: 1 }]);
});

describe("a transaction of several statements", () => {
  const write = "INSERT INTO steps VALUES ($1)";
  const written = async () => (await sql("SELECT step FROM steps")).map(({ step }) => step);
  const OWN_PID = "SELECT pg_backend_pid() AS pid";

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
      pids.push((await runQuery("own_pid", OWN_PID, []))[0]);
      await runQuery("write_step", write, [3]);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(await written()).toEqual([1, 2]);
    await inTransaction(async (runQuery) => pids.push((await runQuery("own_pid", OWN_PID, []))[0]));
    expect(pids[1]).toEqual(pids[0]);
  });

  test("is rolled back when a statement fails, and the connection is not reused", async () => {
    const pids: unknown[] = [];
    const failed = inTransaction(async (runQuery) => {
      pids.push((await runQuery("own_pid", OWN_PID, []))[0]);
      await runQuery("write_step", write, [3]);
      await runQuery("write_step", write, [1]);
    });
    await expect(failed).rejects.toMatchObject({ code: "23505" });
    expect(await written()).toEqual([1, 2]);
    await inTransaction(async (runQuery) => pids.push((await runQuery("own_pid", OWN_PID, []))[0]));
    expect(pids[1]).not.toEqual(pids[0]);
  });

  test("that hangs loses its locks", async () => {
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
