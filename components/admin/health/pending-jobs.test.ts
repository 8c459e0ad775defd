import { expect, test } from "vitest";
import { pendingJobs } from "./pending-jobs";

test("a job that never ran is pending, one that ran is not", () => {
  const ran = { name: "watch-chains", startedAt: "2026-11-21T10:00:00.000Z" };
  const never = { name: "audit-ledger", startedAt: null };
  expect(pendingJobs([ran])).toEqual([]);
  expect(pendingJobs([ran, never])).toEqual(["audit-ledger"]);
});
