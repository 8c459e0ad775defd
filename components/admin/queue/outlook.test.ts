import { expect, test, vi } from "vitest";
import { exampleReview } from "@/lib/backoffice/review/schema";
import { exampleAdminWithdrawal } from "@/lib/backoffice/schema";
import { checksOf } from "./checks";
import { type QueuedWithdrawal, type Review, useOutlook as readOutlook } from "./queries";

let state: object;
vi.mock("@tanstack/react-query", async (original) => ({
  ...(await original<object>()),
  useQuery: () => state,
}));

/** Returns the titles of the checks of a pending withdrawal while the request of the outlook is in this state. */
function titles(given: object): string[] {
  state = given;
  const withdrawal = exampleAdminWithdrawal as QueuedWithdrawal;
  const checks = checksOf(withdrawal, exampleReview as Review, readOutlook("wd_1", true));
  return checks.map(({ title }) => title);
}

test("an outlook that could not be loaded does not look as if it were still loading", () => {
  expect(titles({ data: undefined, error: null })).toContain("Checking the address on-chain…");
  const failed = titles({ data: undefined, error: new Error("lost") });
  expect(failed).not.toContain("Checking the address on-chain…");
  expect(failed).toContain("Address type unknown");
});
