import { expect, test, vi } from "vitest";
import { shareCheck } from "./share-check";

test("a check that is asked for while it runs is not run a second time", async () => {
  const isOver = Promise.withResolvers<string>();
  const run = vi.fn(() => isOver.promise);
  const asked = [1, 2, 3].map(() => shareCheck("audit_log", run));
  expect(await shareCheck("invariants", async () => "other")).toBe("other");
  isOver.resolve("found");
  expect(await Promise.all(asked)).toEqual(["found", "found", "found"]);
  expect(run).toHaveBeenCalledTimes(1);
});

test("the next one runs after it has ended, also by an error", async () => {
  const failing = async () => Promise.reject(new Error("no database"));
  await expect(shareCheck("audit_log", failing)).rejects.toThrow("no database");
  expect(await shareCheck("audit_log", async () => "again")).toBe("again");
});
