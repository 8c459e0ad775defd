import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { queryOnce } from "@/test/database/empty-database";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests } from "@/test/fixtures/make";
import { databaseTroubles } from "./database-troubles";
import { readServiceState } from "./read-service-state";

afterAll(endTests);

/** Returns what the Health page says about the dumps. */
async function dumpTroubles(): Promise<string[]> {
  const { database } = await readServiceState();
  return databaseTroubles(database).flatMap(({ text }) => (text.includes("dump") ? [text] : []));
}

const schedule = (lastMadeAt: string, nextDueAt: string) =>
  queryOnce(
    ownerUrl(),
    `INSERT INTO dump_schedule (last_made_at, next_due_at) VALUES (${lastMadeAt}, ${nextDueAt})
     ON CONFLICT (is_only) DO UPDATE SET last_made_at = excluded.last_made_at, next_due_at = excluded.next_due_at`,
  );

test("with the application's login: a dump is reported as missing from the time when it is due until it is made", async () => {
  expect((await readServiceState()).database.dump).toBeNull();

  await schedule("NULL", "now() + interval '1 hour'");
  expect(await dumpTroubles()).toEqual([]);
  await schedule("NULL", "now() - interval '10 minutes'");
  expect(await dumpTroubles()).toEqual([
    "No dump of the database has been made. The first was due 10 min ago.",
  ]);
  await schedule("now() - interval '9 hours'", "now() - interval '1 hour'");
  expect(await dumpTroubles()).toEqual([
    "The newest dump of the database is 9 h old. Newer data is lost with the database's disk.",
  ]);
  await schedule("now()", "now() + interval '8 hours'");
  expect(await dumpTroubles()).toEqual([]);
});

test("where no dumps are made any more, the owner deletes the row and nothing is reported", async () => {
  await schedule("now() - interval '9 days'", "now() - interval '8 days'");
  expect(await dumpTroubles()).toHaveLength(1);
  await queryOnce(ownerUrl(), "DELETE FROM dump_schedule");
  expect(await dumpTroubles()).toEqual([]);
});

test("the application's login writes no schedule", async () => {
  const insert = "INSERT INTO dump_schedule VALUES (true, now(), now())";
  await expect(queryOnce(process.env.DATABASE_URL ?? "", insert)).rejects.toThrow(
    "permission denied for table dump_schedule",
  );
});
