import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests } from "@/test/fixtures/make";
import { audit } from "./audit";

vi.mock("./audit-queries", () => ({
  AUDIT_QUERIES: [
    {
      name: "limit",
      meaning: "",
      over: "all",
      text: () => `SELECT extract(epoch FROM current_setting('statement_timeout')::interval) / 3600 AS hours,
        current_setting('enable_seqscan') AS scans`,
    },
  ],
}));
afterAll(endTests);

/** A check of 100 million journals takes more than ten minutes for one statement. */
const LEAST_HOURS = 6;

test("a statement of the check of all books may take hours, as the ledger grows for ever", async () => {
  const [finding] = await audit();
  expect(Number(finding?.brokenRows[0]?.hours)).toBeGreaterThan(LEAST_HOURS);
});

test("the check of all books reads tables from end to end, whatever the login has for requests", async () => {
  const url = new URL(ownerUrl());
  url.searchParams.set("options", "-c enable_seqscan=off");
  const [finding] = await audit(url.href);
  expect(finding?.brokenRows[0]?.scans).toBe("on");
});
