import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { listener } from "@/lib/db/listener";
import { notifyProcesses } from "@/lib/operations/live/store";
import { endTests } from "@/test/fixtures/make";
import type { Job } from "./job";
import { startScheduler } from "./start-scheduler";
import { wakeOnChanges } from "./wake-on-changes";

const NEVER_MS = 3_600_000;
const runs: string[] = [];
const gate = Promise.withResolvers<void>();
const job = (name: string, change: Partial<Job> = {}): Job => ({
  name,
  everyMs: NEVER_MS,
  run: async () => {
    runs.push(name);
    return {};
  },
  ...change,
});
const JOBS = [
  job("pays", { wokenBy: "withdrawals" }),
  job("waits", {
    wokenBy: "cards",
    run: async () => {
      runs.push("waits");
      await gate.promise;
      return {};
    },
  }),
  job("sleeps"),
];
const scheduler = startScheduler(JOBS);
const end = wakeOnChanges(JOBS, scheduler);

afterAll(async () => {
  end();
  await scheduler.stop();
  await listener().close();
  await endTests();
});

test("a change that another process announces runs the job that waits for it, and no other", async () => {
  expect(await listener().ready()).toBe(true);
  await notifyProcesses([{ partnerId: null, kinds: ["users", "withdrawals"] }]);
  await expect.poll(() => runs).toEqual(["pays"]);
});

test("a change during a run causes one more run after it", async () => {
  runs.length = 0;
  scheduler.wake("waits");
  await expect.poll(() => runs).toEqual(["waits"]);
  scheduler.wake("waits");
  scheduler.wake("waits");
  expect(runs).toEqual(["waits"]);
  gate.resolve();
  await expect.poll(() => runs).toEqual(["waits", "waits"]);
});

test("a stopped scheduler is not woken", async () => {
  runs.length = 0;
  await scheduler.stop();
  scheduler.wake("pays");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs).toEqual([]);
});
