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
    expect(job.runsAtStart, job.name).toBe(true);
  for (const job of JOBS.filter(({ everyMs }) => everyMs > MINUTE_MS))
    expect(job.runsAtStart, job.name).toBe(true);
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
  expect(claims.filter(Boolean)).toHaveLength(1);
  await sql(
    "UPDATE job_starts SET claimed_at = now() - interval '6 minutes' WHERE name = 'claimed'",
  );
  expect(await claimStart("claimed", HOUR_MS)).toBe(true);
});

test("a job that ran within its interval does not run at the start; one that ran before does", async () => {
  await ranAt("recent", new Date(Date.now() - HOUR_MS / 2));
  await ranAt("old", new Date(Date.now() - 2 * HOUR_MS));
  expect(await claimStart("recent", HOUR_MS)).toBe(false);
  expect(await claimStart("old", HOUR_MS)).toBe(true);
});
