import "@/test/database";
import type { Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { endTests, sql } from "@/test/make";
import { inspect, lookUp, prisma, query } from "./db";

afterAll(endTests);

/** Faults 5: with `off`, what was acknowledged is lost in a crash. */
test("every connection waits for the disk at a commit, whatever the database is set to", async () => {
  const [{ name }] = await sql("SELECT current_database() AS name");
  await sql(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const ask = "SHOW synchronous_commit";
  const answers = [
    await query("show_of_pool", ask, []),
    // One on each lane.
    ...(await Promise.all([lookUp("show_of_lane", ask, []), lookUp("show_of_lane", ask, [])])),
    await prisma().$queryRawUnsafe(ask),
  ];
  expect(answers).toEqual(answers.map(() => [{ synchronous_commit: "on" }]));
});

/** An error that nobody hears is an uncaught exception: the run of the tests fails. */
test("a connection that breaks while it is held for several statements fails the one under way, and that is all", async () => {
  const [own] = await query<{ pid: number }>("own_pid", "SELECT pg_backend_pid() AS pid", []);
  const held = inspect("hold", "SELECT pg_sleep(5)", () => true);
  const failed = expect(held).rejects.toThrow(/EPIPE|connection error/);
  brokenPipeOf(own?.pid);
  await failed;
  expect(await query("after", "SELECT 1 AS one", [])).toEqual([{ one: 1 }]);
});

/** What the system says when the other side of a connection went away a moment ago. */
function brokenPipeOf(pid: number | undefined): void {
  const { partnerWalletDatabase: open } = globalThis as typeof globalThis & {
    partnerWalletDatabase?: { pool: { _clients: HeldClient[] } };
  };
  const held = open?.pool._clients.find(({ processID }) => processID === pid);
  held?.connection.stream.destroy(new Error("write EPIPE"));
}

interface HeldClient {
  processID: number;
  connection: { stream: Socket };
}
