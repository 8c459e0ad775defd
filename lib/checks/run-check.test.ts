import "@/test/database";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import { runCheck } from "./run-check";
import { findCheck } from "./store";

beforeEach(() => sql("DELETE FROM checks WHERE kind = 'audit_log'"));
afterAll(endTests);

const sound = (found: string, closeAlert: () => Promise<void>) => ({
  ...{ found, isSound: true, result: { found } },
  closeAlert,
});

test("a check without faults closes its alert after its result is stored", async () => {
  const closeAlert = vi.fn(async () => {
    expect(await findCheck("audit_log")).toMatchObject({ isSound: true, result: { found: "a" } });
  });
  expect(await runCheck("audit_log", null, async () => sound("a", closeAlert))).toBe("a");
  expect(closeAlert).toHaveBeenCalledTimes(1);
});

test("a check that ends after one that began later closes no alert, and its result is not stored", async () => {
  const isOver = Promise.withResolvers<void>();
  const closeAlert = vi.fn(async () => {});
  const first = runCheck("audit_log", null, async () => {
    await isOver.promise;
    return sound("old", closeAlert);
  });
  // The next millisecond of the clock.
  await new Promise((done) => setTimeout(done, 5));
  const broken = { found: "new", isSound: false, result: { found: "new" } };
  await runCheck("audit_log", null, async () => broken);
  isOver.resolve();
  expect(await first).toBe("old");
  expect(closeAlert).not.toHaveBeenCalled();
  expect(await findCheck("audit_log")).toMatchObject({ isSound: false, result: { found: "new" } });
});

test("a check replaces one of a time when the clock was ahead, and closes its alert", async () => {
  await runCheck("audit_log", null, async () => sound("ahead", async () => {}));
  await sql(
    "UPDATE checks SET ran_at = now() + interval '1 day', sound_at = now() + interval '1 day' WHERE kind = 'audit_log'",
  );
  const broken = { found: "broken", isSound: false, result: { found: "broken" } };
  await runCheck("audit_log", null, async () => broken);
  expect(await findCheck("audit_log")).toMatchObject({
    isSound: false,
    soundAt: null,
    result: { found: "broken" },
  });
  const closeAlert = vi.fn(async () => {});
  await sql("UPDATE checks SET ran_at = now() + interval '1 day' WHERE kind = 'audit_log'");
  await runCheck("audit_log", null, async () => sound("right", closeAlert));
  expect(closeAlert).toHaveBeenCalledTimes(1);
});
