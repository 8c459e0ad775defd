import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { endTests, sql } from "@/test/make";
import { lookUp, prisma, query } from "./db";

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
