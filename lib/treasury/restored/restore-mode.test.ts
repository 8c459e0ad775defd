import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { endTests, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { newRestore, raiseRestoreAlert } from "./restore-mode";
import { closeRestore, insertRestore } from "./sql-store";

afterAll(endTests);

const openAlerts = () =>
  sql("SELECT kind, subject FROM alerts WHERE closed_at IS NULL ORDER BY kind");

test("the alert ends with restore mode, also when the command is stopped right after it ended the mode", async () => {
  const { personId } = await makePerson();
  const restore = await insertRestore(newRestore("A copy.", personId));
  await raiseRestoreAlert();
  expect(await openAlerts()).toEqual([{ kind: "restore_mode", subject: "database" }]);
  await closeRestore(restore?.id ?? "", personId, now());
  await raiseRestoreAlert();
  expect(await openAlerts()).toEqual([]);
});
