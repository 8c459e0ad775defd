import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeEmptyDatabase, queryOnce } from "../../test/database/empty-database.ts";
import { runAlone } from "./run-alone.ts";

test("the loss of the connection that keeps others away fails the run, also while it is idle", async () => {
  const databaseUrl = await makeEmptyDatabase();
  const run = runAlone(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await queryOnce(databaseUrl, `SELECT pg_terminate_backend(${rows[0]?.pid})`);
    await sleep(5_000);
  });
  await expect(run).rejects.toThrow(/terminat/);
});
