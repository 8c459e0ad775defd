import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { eventually } from "@/test/eventually";
import { endTests, sql } from "@/test/fixtures/make";
import type { Job } from "./job";
import { auditLedgerJob, JOBS, reconcileJob, verifyAuditLogJob } from "./jobs";
import { startScheduler } from "./start-scheduler";
import { claimStart, upsertJobRun } from "./store";

const HOUR_MS = 3_600_000;
afterAll(endTests);

const jobOf = (name: string, run: Job["run"]): Job => ({
  name,
  everyMs: HOUR_MS,
  runsAtStart: true,
  run,
});
const ranAt = (name: string, startedAt: Date) =>
  upsertJobRun({ name, startedAt, durationMs: 1, result: {}, failure: null });

const MINUTE_MS = 60_000;

test("the checks and every job that would be pending for more than a minute run at the start", () => {
  for (const job of [auditLedgerJob, reconcileJob, verifyAuditLogJob])
    expect(job.runsAtStart, job.name).toBeTruthy();
  for (const job of JOBS.filter(({ everyMs }) => everyMs > MINUTE_MS))
    expect(job.runsAtStart, job.name).toBeTruthy();
});

test("the reconciliation runs at every start, though it ran shortly before: a restored database says so too", async () => {
  expect(reconcileJob.runsAtStart).toBe("always");
  await ranAt("always", new Date());
  const run = vi.fn(async () => ({}));
  const job = { ...jobOf("always", run), runsAtStart: "always" as const };
  const started = startScheduler([job], 1);
  await eventually(() => expect(run).toHaveBeenCalledTimes(1));
  await started.stop();
});

test("an hourly job runs soon after the start, once over all processes", async () => {
  const run = vi.fn(async () => ({}));
  const processes = [1, 2, 3].map(() => startScheduler([jobOf("once", run)], 1));
  await eventually(() => expect(run).toHaveBeenCalled());
  await sleep(300);
  await Promise.all(processes.map((each) => each.stop()));
  expect(run).toHaveBeenCalledTimes(1);
});

test("a claim belongs to one process until it expires", async () => {
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimStart("claimed", HOUR_MS)));
  expect(claims.filter(({ isClaimed }) => isClaimed)).toHaveLength(1);
  await sql(
    "UPDATE job_starts SET claimed_at = now() - interval '6 minutes' WHERE name = 'claimed'",
  );
  expect(await claimStart("claimed", HOUR_MS)).toMatchObject({ isClaimed: true });
});

test("a job that ran within its interval does not run at the start; one that ran before does", async () => {
  await ranAt("recent", new Date(Date.now() - HOUR_MS / 2));
  await ranAt("old", new Date(Date.now() - 2 * HOUR_MS));
  const { isClaimed, dueInMs } = await claimStart("recent", HOUR_MS);
  expect(isClaimed).toBe(false);
  expect(dueInMs).toBeGreaterThan(HOUR_MS / 2 - MINUTE_MS);
  expect(dueInMs).toBeLessThanOrEqual(HOUR_MS / 2);
  expect(await claimStart("old", HOUR_MS)).toMatchObject({ isClaimed: true });
});

test("a job that ran before the start runs when its interval is over, not an interval after the start", async () => {
  const run = vi.fn(async () => ({}));
  await ranAt("resumed", new Date(Date.now() - HOUR_MS + 1_500));
  const scheduler = startScheduler([jobOf("resumed", run)], 1);
  await sleep(300);
  expect(run).not.toHaveBeenCalled();
  await eventually(() => expect(run).toHaveBeenCalledTimes(1));
  await scheduler.stop();
});

test("a job that fails at the start is tried again before its interval is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const run = vi.fn(() => Promise.reject(new Error("no node")));
  const scheduler = startScheduler([jobOf("fails at the start", run)], 1);
  try {
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => expect(run).toHaveBeenCalledTimes(1));
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(run.mock.calls.length).toBeGreaterThan(1);
  } finally {
    vi.useRealTimers();
    await scheduler.stop();
  }
});
