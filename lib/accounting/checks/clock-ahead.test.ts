import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests } from "@/test/fixtures/make";
import { auditLedger } from "./audit-ledger";

beforeAll(async () => {
  await makeCardWorld();
});
afterEach(() => vi.restoreAllMocks());
afterAll(endTests);

test("everything is read while the clock of the process is ahead of the database's", async () => {
  await auditLedger();
  const { checked: recent } = await auditLedger();
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + 3_600_000);
  expect((await auditLedger()).checked).toBeGreaterThan(recent);
});
