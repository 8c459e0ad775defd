import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { endTests, sql } from "@/test/fixtures/make";
import type { Job } from "./job";
import { runJob } from "./run-job";

afterAll(endTests);
afterEach(() => {
  vi.restoreAllMocks();
});

function makeJob() {
  const job: Job & { fails?: Error } = {
    name: `job-${randomUUID()}`,
    everyMs: 1_000,
    run: async () => {
      if (job.fails) throw job.fails;
      return { done: 2 };
    },
  };
  return job;
}
const rowOf = async ({ name }: Job) =>
  (await sql("SELECT * FROM job_runs WHERE name = $1", [name]))[0];

async function withClock(byMs: number, work: () => Promise<unknown>): Promise<void> {
  shiftClock(byMs);
  try {
    await work();
  } finally {
    shiftClock(-byMs);
  }
}

test("a run is recorded with its result", async () => {
  const job = makeJob();
  await runJob(job);
  expect(await rowOf(job)).toMatchObject({
    result: { done: 2 },
    failing_since: null,
    failure: null,
  });
});

test("a failure is recorded immediately, keeps its first time while it lasts, and ends with the next success", async () => {
  const job = makeJob();
  await runJob(job);
  const { succeeded_at } = await rowOf(job);
  shiftClock(1_000);
  job.fails = new TypeError("no such thing");
  await expect(runJob(job)).rejects.toThrow("no such thing");
  const first = await rowOf(job);
  expect(first).toMatchObject({ failure: "TypeError no such thing", succeeded_at });
  expect(first.failing_since).toEqual(first.started_at);
  expect(first.failing_since.getTime()).toBeGreaterThan(succeeded_at.getTime());

  await sql(
    "UPDATE job_runs SET failing_since = failing_since - interval '1 hour' WHERE name = $1",
    [job.name],
  );
  await expect(runJob(job)).rejects.toThrow();
  expect((await rowOf(job)).failing_since.getTime()).toBe(
    first.failing_since.getTime() - 3_600_000,
  );

  delete job.fails;
  shiftClock(1_000);
  await runJob(job);
  expect(await rowOf(job)).toMatchObject({ failure: null, failing_since: null });
});

test("a run of a process whose clock is ahead hides no later run of others", async () => {
  const job = makeJob();
  job.fails = new Error("of the process that is ahead");
  await withClock(3_600_000, () => expect(runJob(job)).rejects.toThrow());
  job.fails = new Error("of another process");
  // The least pause between two records of a process does not apply to another one.
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 10_000);
  await expect(runJob(job)).rejects.toThrow();
  const failed = await rowOf(job);
  expect(failed.failure).toBe("Error of another process");
  expect(failed.failing_since).toEqual(failed.started_at);

  delete job.fails;
  await runJob(job);
  expect(await rowOf(job)).toMatchObject({ result: { done: 2 }, failure: null });
});

test("a run that began before the recorded one changes nothing", async () => {
  const job = makeJob();
  await withClock(-60_000, () => runJob(job));
  const recorded = await rowOf(job);
  job.fails = new Error("late");
  await withClock(-120_000, () => expect(runJob(job)).rejects.toThrow());
  expect(await rowOf(job)).toEqual(recorded);
});

test("no value that a database error quotes is recorded", async () => {
  const job = makeJob();
  job.fails = Object.assign(new Error('duplicate key (card)=("4000000000004242")'), {
    code: "23505",
  });
  await expect(runJob(job)).rejects.toThrow();
  expect((await rowOf(job)).failure).toBe("Error 23505");
});

test("a repeated result within seconds is not recorded each time", async () => {
  const job = makeJob();
  await atOneInstant(async () => {
    await runJob(job);
    const { started_at } = await rowOf(job);
    shiftClock(1_000);
    await runJob(job);
    expect((await rowOf(job)).started_at).toEqual(started_at);
  });
});
