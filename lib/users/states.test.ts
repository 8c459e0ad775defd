import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { KYC_OUTCOMES } from "@/lib/contract/kyc-outcomes";
import { endTests, sql } from "@/test/fixtures/make";
import { STATUS_AFTER_OPENING, STATUS_AFTER_OUTCOME, USER_STATUSES } from "./states";

afterAll(endTests);

test("the database allows exactly the changes of the table", async () => {
  const pairs = new Set<string>();
  for (const from of USER_STATUSES) {
    const opened = STATUS_AFTER_OPENING[from];
    const reached = KYC_OUTCOMES.map((outcome) => STATUS_AFTER_OUTCOME[outcome]);
    for (const to of opened ? [...reached, opened] : reached)
      if (from !== to) pairs.add(`${from} → ${to}`);
  }
  const rows = await sql("SELECT from_status, to_status FROM state_changes WHERE entity = 'users'");
  expect(new Set(rows.map((row) => `${row.from_status} → ${row.to_status}`))).toEqual(pairs);
});
