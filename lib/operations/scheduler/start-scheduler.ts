import { errorFields, log } from "@/lib/kernel/log";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import { runIfDue } from "./claimed-run";
import type { Job } from "./job";
import { runJob } from "./run-job";

const MAX_PAUSE_MS = 30_000;
/** Long enough not to slow down the first requests after a start. */
const START_DELAY_MS = 10_000;

export interface Scheduler {
  /** Starts no further run; resolves when the current ones have ended. */
  stop(): Promise<void>;
  /** Runs a job now, or once more after the current run. Unknown names are ignored. */
  wake(name: string): void;
}

type Running = {
  [Method in keyof Scheduler]: Method extends "wake" ? () => void : Scheduler[Method];
};

/** After failures a job runs less often. */
const intervalMs = ({ everyMs }: Job, failures: number) =>
  failures === 0
    ? everyMs
    : doubledPauseMs(failures + 1, { firstMs: everyMs, maxMs: MAX_PAUSE_MS });

function logFailure({ name: job }: Job, failures: number, error: unknown): void {
  log().error({ job, failures, failure: errorFields(error) }, "background job failed");
}

function startJob(job: Job, startDelayMs: number): Running {
  /** Whether the next run is claimed, so that of all processes only one runs the job. */
  let isClaimed = job.runsAtStart === true;
  let failures = 0;
  let stopped = false;
  let isRunning = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  /** Runs the job, unless its run must be claimed and is not due. Returns the time after which the run is due then. */
  async function run(): Promise<number | undefined> {
    if (!isClaimed) {
      await runJob(job);
      isClaimed = job.oncePerInterval === true;
      return undefined;
    }
    const retryMs = intervalMs(job, failures + 1);
    const dueInMs = await runIfDue(job, { retryMs });
    if (dueInMs === undefined) isClaimed = job.oncePerInterval === true;
    return dueInMs;
  }

  async function runOnce(): Promise<void> {
    const startMs = performance.now();
    try {
      const dueInMs = await run();
      failures = 0;
      const pauseMs = dueInMs ?? job.nextAfterMs?.();
      if (pauseMs !== undefined) {
        wait(pauseMs);
        return;
      }
    } catch (error) {
      failures += 1;
      logFailure(job, failures, error);
    }
    wait(Math.max(0, intervalMs(job, failures) - (performance.now() - startMs)));
  }

  function start(): void {
    isWoken = false;
    isRunning = true;
    current = runOnce();
  }

  function wait(pauseMs: number): void {
    isRunning = false;
    if (stopped) return;
    timer = setTimeout(start, isWoken ? 0 : pauseMs);
    // The timer must not keep the process alive; the server does.
    timer.unref();
  }

  wait(job.runsAtStart ? Math.min(startDelayMs, job.everyMs) : job.everyMs);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return current;
    },
    wake: () => {
      isWoken = true;
      if (isRunning || stopped) return;
      clearTimeout(timer);
      wait(0);
    },
  };
}

/**
 * Runs each job at its interval, never twice at once. Failures are logged and retried. Jobs that run at the start do so
 * after `startDelayMs`.
 */
export function startScheduler(
  jobs: readonly Job[],
  startDelayMs: number = START_DELAY_MS,
): Scheduler {
  const running = jobs.map((job) => startJob(job, startDelayMs));
  return {
    wake: (name) => {
      for (const [index, job] of jobs.entries()) if (job.name === name) running[index]?.wake();
    },
    stop: async () => {
      await Promise.all(running.map((job) => job.stop()));
    },
  };
}
