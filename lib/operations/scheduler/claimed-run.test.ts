import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { eventually } from "@/test/eventually";
import { endTests, sql } from "@/test/fixtures/make";
import { auditLedgerJob, reconcileJob, verifyAuditLogJob } from "./books-jobs";
import { LEASE_MS, runIfDue } from "./claimed-run";
import type { Job } from "./job";
import { JOBS } from "./jobs";
import { startScheduler } from "./start-scheduler";
import { claimRun, endClaim, renewClaim } from "./store";

const terms = { everyMs: HOUR_MS, leaseMs: LEASE_MS };
afterAll(endTests);

const jobOf = (name: string, run: Job["run"], everyMs = HOUR_MS): Job => ({
  ...{ name, everyMs, run },
  runsAtStart: true,
  oncePerInterval: true,
});

/** Moves all times of a job's row into the past, as if so much time had passed. */
const pass = (name: string, text: string) =>
  sql(
    `UPDATE job_starts SET claimed_at = claimed_at - $2::interval, lease_ends_at = lease_ends_at - $2::interval,
       succeeded_at = succeeded_at - $2::interval, retry_at = retry_at - $2::interval WHERE name = $1`,
    [name, text],
  );

/** A process that tries to run the job. */
const attempt = (job: Job, owner: string) => runIfDue(job, { retryMs: 30_000, owner });

test("the checks and every job that would be pending for more than a minute run at the start", () => {
  for (const job of [auditLedgerJob, reconcileJob, verifyAuditLogJob])
    expect([job.oncePerInterval, Boolean(job.runsAtStart)], job.name).toEqual([true, true]);
  for (const job of JOBS.filter(({ everyMs }) => everyMs > MINUTE_MS))
    expect(job.runsAtStart, job.name).toBeTruthy();
});

test("the reconciliation runs at every start, though it ran shortly before: a restored database says so too", async () => {
  expect(reconcileJob.runsAtStart).toBe("always");
  const run = vi.fn(async () => ({}));
  const job = { ...jobOf("always", run), runsAtStart: "always" as const };
  await attempt(job, "before");
  const started = startScheduler([job], 1);
  await eventually(() => expect(run).toHaveBeenCalledTimes(2));
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

test("a job runs once in each interval, whichever process comes first", async () => {
  const run = vi.fn(async () => ({}));
  const job = jobOf("each hour", run);
  for (let hour = 1; hour <= 3; hour += 1) {
    const pauses = await Promise.all(["a", "b", "c"].map((owner) => attempt(job, owner)));
    expect(pauses.filter((pause) => pause === undefined)).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(hour);
    const dueInMs = (await attempt(job, "d")) ?? 0;
    expect(dueInMs).toBeGreaterThan(HOUR_MS - MINUTE_MS);
    // A second more than the interval, because the server's clock may be set back between two statements.
    expect(dueInMs).toBeLessThan(HOUR_MS + 1_000);
    await pass(job.name, "1 hour");
  }
});

test("the scheduler claims every run of such a job, and only the first one of others", async () => {
  const [shared, own] = [vi.fn(async () => ({})), vi.fn(async () => ({}))];
  const jobs = [jobOf("shared", shared, 5), { ...jobOf("own", own, 5), oncePerInterval: false }];
  const scheduler = startScheduler(jobs, 1);
  await eventually(() => expect(own.mock.calls.length).toBeGreaterThan(3));
  await eventually(() => expect(shared.mock.calls.length).toBeGreaterThan(1));
  // Another process claims the next run, and holds the claim.
  await eventually(async () =>
    expect(await claimRun("shared", "other", { everyMs: 1, leaseMs: HOUR_MS })).toMatchObject({
      isClaimed: true,
    }),
  );
  const runs = [shared.mock.calls.length, own.mock.calls.length] as const;
  await eventually(() => expect(own.mock.calls.length).toBeGreaterThan(runs[1] + 3));
  expect(shared).toHaveBeenCalledTimes(runs[0]);
  await scheduler.stop();
});

test("a claim belongs to one process until it expires, and each renewal extends it", async () => {
  const claims = await Promise.all(
    ["a", "b", "c", "d"].map((owner) => claimRun("claimed", owner, terms)),
  );
  expect(claims.filter(({ isClaimed }) => isClaimed)).toHaveLength(1);
  const [row] = await sql("SELECT holder FROM job_starts WHERE name = 'claimed'");
  const holder = String(row?.holder);
  // Each is half of the lease, and a moment: the other half is left to a slow machine.
  await pass("claimed", "31 seconds");
  await renewClaim("claimed", holder, LEASE_MS);
  await pass("claimed", "31 seconds");
  const { isClaimed, dueInMs } = await claimRun("claimed", "e", terms);
  expect(isClaimed).toBe(false);
  expect(dueInMs).toBeLessThan(30_000);
  // The holder has died.
  await pass("claimed", "30 seconds");
  expect(await claimRun("claimed", "e", terms)).toMatchObject({ isClaimed: true });

  // The former holder was only slow: it neither extends nor ends what is not its own.
  await renewClaim("claimed", holder, HOUR_MS);
  await endClaim("claimed", holder, undefined);
  await pass("claimed", "61 seconds");
  expect(await claimRun("claimed", "f", terms)).toMatchObject({ isClaimed: true });
});

test("a failed run is tried again by any process, after a pause and before its interval is over", async () => {
  const run = vi.fn((): Promise<Record<string, number>> => Promise.reject(new Error("no node")));
  const job = jobOf("fails", run);
  await expect(attempt(job, "a")).rejects.toThrow("no node");
  expect(await attempt(job, "b")).toBeLessThan(31_000);
  expect(run).toHaveBeenCalledTimes(1);
  await pass(job.name, "31 seconds");
  run.mockResolvedValue({});
  expect(await attempt(job, "b")).toBeUndefined();
  expect(await attempt(job, "a")).toBeGreaterThan(HOUR_MS - MINUTE_MS);
});

test("a job that ran before the start runs when its interval is over, not an interval after the start", async () => {
  const run = vi.fn(async () => ({}));
  expect(await attempt(jobOf("resumed", run), "an earlier process")).toBeUndefined();
  await pass("resumed", `${HOUR_MS - 1_500} milliseconds`);
  const [{ over }] = await sql(
    "SELECT succeeded_at + interval '1 hour' AS over FROM job_starts WHERE name = 'resumed'",
  );
  const scheduler = startScheduler([jobOf("resumed", run)], 1);
  await eventually(() => expect(run).toHaveBeenCalledTimes(2));
  await scheduler.stop();
  // The database's clock decides, so a machine that stops for a moment changes nothing.
  const [{ claimed_at }] = await sql("SELECT claimed_at FROM job_starts WHERE name = 'resumed'");
  expect(claimed_at.getTime()).toBeGreaterThanOrEqual(over.getTime());
});

test("a job whose times are of a clock that was set back does not wait until they come", async () => {
  const run = vi.fn(async () => ({}));
  await attempt(jobOf("ahead", run), "a");
  await pass("ahead", "-3 hours");
  expect(await attempt(jobOf("ahead", run), "b")).toBeUndefined();
  expect(run).toHaveBeenCalledTimes(2);
  expect(await attempt(jobOf("ahead", run), "a")).toBeGreaterThan(HOUR_MS - MINUTE_MS);
});

test("a pause that was written while the clock was ahead does not come back with the next run", async () => {
  await claimRun("paused", "a", terms);
  await endClaim("paused", "a", 30_000);
  await pass("paused", "-3 hours");
  expect(await claimRun("paused", "b", terms)).toMatchObject({ isClaimed: true });
  // Its holder dies in this run.
  await pass("paused", "5 minutes");
  expect(await claimRun("paused", "c", terms)).toMatchObject({ isClaimed: true });
});

test("a run that goes on while the clock is set back keeps its claim once it has renewed it", async () => {
  await claimRun("renewed", "a", terms);
  await pass("renewed", "-3 hours");
  await renewClaim("renewed", "a", LEASE_MS);
  expect(await claimRun("renewed", "b", terms)).toMatchObject({ isClaimed: false });
  await endClaim("renewed", "a", undefined);
  expect(await claimRun("renewed", "b", terms)).toMatchObject({ isClaimed: true });
});
