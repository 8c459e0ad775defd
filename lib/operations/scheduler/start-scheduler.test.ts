import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import type { Job } from "./job";
import { runJob } from "./run-job";
import { startScheduler } from "./start-scheduler";

/** Nothing here is about how long it takes. */
const PATIENT = { timeout: 20_000 };

function jobOf(run: () => Promise<Record<string, number>>, everyMs = 10): Job {
  return { name: `job-${Math.random()}`, everyMs, run };
}

describe("the scheduler", () => {
  test("runs each job again and again until it is stopped", async () => {
    const first = vi.fn(async () => ({}));
    const second = vi.fn(async () => ({}));
    const scheduler = startScheduler([jobOf(first), jobOf(second)]);
    await vi.waitFor(() => {
      expect(first.mock.calls.length).toBeGreaterThan(3);
      expect(second.mock.calls.length).toBeGreaterThan(3);
    }, PATIENT);
    await scheduler.stop();
    const runs = first.mock.calls.length;
    await sleep(50);
    expect(first).toHaveBeenCalledTimes(runs);
  });

  test("never has two runs of one job under way, however slow it is", async () => {
    let underWay = 0;
    let most = 0;
    let runs = 0;
    const slow = jobOf(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(30);
      underWay -= 1;
      runs += 1;
      return {};
    }, 1);
    const scheduler = startScheduler([slow]);
    await vi.waitFor(() => expect(runs).toBeGreaterThan(3), PATIENT);
    await scheduler.stop();
    expect(most).toBe(1);
  });

  test("goes on after a failure, of this job and of the others", async () => {
    let calls = 0;
    const failing = jobOf(async () => {
      calls += 1;
      if (calls <= 2) throw new Error("down");
      return {};
    }, 1);
    const sound = vi.fn(async () => ({}));
    const scheduler = startScheduler([failing, jobOf(sound, 1)]);
    await vi.waitFor(() => {
      expect(calls).toBeGreaterThan(4);
      expect(sound.mock.calls.length).toBeGreaterThan(4);
    }, PATIENT);
    await scheduler.stop();
  });

  test("asks less often while a job fails", async () => {
    let calls = 0;
    const failing = jobOf(async () => {
      calls += 1;
      throw new Error("down");
    }, 5);
    const scheduler = startScheduler([failing]);
    await sleep(200);
    await scheduler.stop();
    // 5, 10, 20, 40, 80 ms apart, not 40 times.
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(calls).toBeLessThanOrEqual(6);
  });

  test("stops once what is under way has ended", async () => {
    let ended = false;
    let began = false;
    const scheduler = startScheduler([
      jobOf(async () => {
        began = true;
        await sleep(50);
        ended = true;
        return {};
      }),
    ]);
    await vi.waitFor(() => expect(began).toBe(true));
    await scheduler.stop();
    expect(ended).toBe(true);
  });
});

describe("a job", () => {
  test("that is under way is waited for instead of run again", async () => {
    const run = vi.fn(async () => {
      await sleep(20);
      return { recorded: 7 };
    });
    const job = jobOf(run);
    const answers = await Promise.all([runJob(job), runJob(job), runJob(job)]);
    expect(answers).toEqual([{ recorded: 7 }, { recorded: 7 }, { recorded: 7 }]);
    expect(run).toHaveBeenCalledTimes(1);
    await runJob(job);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("that failed can be run again", async () => {
    const run = vi
      .fn()
      .mockRejectedValueOnce(new Error("down"))
      .mockResolvedValueOnce({ recorded: 1 });
    const job = jobOf(run);
    await expect(runJob(job)).rejects.toThrow("down");
    expect(await runJob(job)).toEqual({ recorded: 1 });
  });
});
