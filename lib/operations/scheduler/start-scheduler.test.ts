import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { eventually } from "@/test/eventually";
import type { Job } from "./job";
import { runJob } from "./run-job";
import { startScheduler } from "./start-scheduler";

function jobOf(run: () => Promise<Record<string, number>>, everyMs = 10): Job {
  return { name: `job-${Math.random()}`, everyMs, run };
}

describe("the scheduler", () => {
  test("runs each job repeatedly until it is stopped", async () => {
    const first = vi.fn(async () => ({}));
    const second = vi.fn(async () => ({}));
    const scheduler = startScheduler([jobOf(first), jobOf(second)]);
    await eventually(() => {
      expect(first.mock.calls.length).toBeGreaterThan(3);
      expect(second.mock.calls.length).toBeGreaterThan(3);
    });
    await scheduler.stop();
    const runs = first.mock.calls.length;
    await sleep(50);
    expect(first).toHaveBeenCalledTimes(runs);
  });

  test("runs a job that left work again before its interval is over", async () => {
    let left = 4;
    const daily: Job = {
      ...jobOf(async () => {
        left -= 1;
        return {};
      }, 86_400_000),
      nextAfterMs: () => (left > 0 ? 1 : undefined),
    };
    const scheduler = startScheduler([daily]);
    scheduler.wake(daily.name);
    await eventually(() => expect(left).toBe(0));
    await scheduler.stop();
  });

  test("never runs one job twice at the same time", async () => {
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
    await eventually(() => expect(runs).toBeGreaterThan(3));
    await scheduler.stop();
    expect(most).toBe(1);
  });

  test("continues after a failure of any job", async () => {
    let calls = 0;
    const failing = jobOf(async () => {
      calls += 1;
      if (calls <= 2) throw new Error("down");
      return {};
    }, 1);
    const sound = vi.fn(async () => ({}));
    const scheduler = startScheduler([failing, jobOf(sound, 1)]);
    await eventually(() => {
      expect(calls).toBeGreaterThan(4);
      expect(sound.mock.calls.length).toBeGreaterThan(4);
    });
    await scheduler.stop();
  });

  test("at least doubles the pause after each failure of a job", async () => {
    const everyMs = 40;
    const runsAtMs: number[] = [];
    const failing = jobOf(async () => {
      runsAtMs.push(performance.now());
      throw new Error("down");
    }, everyMs);
    const scheduler = startScheduler([failing]);
    await eventually(() => expect(runsAtMs.length).toBeGreaterThan(4));
    await scheduler.stop();
    const pausesMs = runsAtMs.slice(1).map((atMs, index) => atMs - (runsAtMs[index] ?? 0));
    // A timer begins at the time that the event loop read last, so it may end earlier by as much.
    for (const [index, pauseMs] of pausesMs.entries())
      expect(pauseMs).toBeGreaterThan(0.75 * everyMs * 2 ** (index + 1));
  });

  test("stops when running jobs have ended", async () => {
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
    await eventually(() => expect(began).toBe(true));
    await scheduler.stop();
    expect(ended).toBe(true);
  });
});

describe("a job", () => {
  test("a job that is running is awaited instead of started again", async () => {
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

  test("a job that failed can be run again", async () => {
    const run = vi
      .fn()
      .mockRejectedValueOnce(new Error("down"))
      .mockResolvedValueOnce({ recorded: 1 });
    const job = jobOf(run);
    await expect(runJob(job)).rejects.toThrow("down");
    expect(await runJob(job)).toEqual({ recorded: 1 });
  });
});
