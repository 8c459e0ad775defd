import { Fault } from "../bootstrap/faults.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { step } from "../bootstrap/report.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { lastLines } from "./read-log-end.ts";

/** How often a process that ends soon after its start is restarted: more often than a test of outages kills it. */
export const restarts = 20;
/** A process that ran this long did not end because of its start: the restarts are counted anew. */
export const steadyMs = 10_000;
/** How often one restart is tried, with a pause in between. */
export const tries = 5;
const pauseMs = 500;

/** One run of a child process. */
export interface Run {
  /** Resolves with the reason when the process has ended, also after `stop`. */
  ended: Promise<string>;
  stop: () => Promise<void>;
}

export interface Kept<R> {
  /** The current run of the process, or the last one. */
  current: () => R;
  /** Ends the process for good, also during a restart. */
  stop: () => Promise<void>;
  /** Resolves when the process is not restarted any more: with the error that says why, or with undefined after `stop`. Never rejects. */
  ended: Promise<unknown>;
}

interface KeepRunningOptions<R> {
  name: string;
  /** The log whose last lines may say why the process ended. */
  logFile: string;
  first: R;
  /** Starts the process again. Must leave nothing behind when it fails. */
  begin: () => Promise<R>;
}

/**
 * Restarts a process whenever it ends by itself, and prints one line about each restart. Gives up when the process ends
 * soon after its start too often, or cannot be started.
 */
export function keepRunning<R extends Run>({
  name,
  logFile,
  first,
  begin,
}: KeepRunningOptions<R>): Kept<R> {
  let run = first;
  let isStopping = false;

  async function keep() {
    for (let left = restarts; ; left -= 1) {
      const startedMs = performance.now();
      const reason = await run.ended;
      if (performance.now() - startedMs > steadyMs) left = restarts;
      if (isStopping) return undefined;
      if (left === 0) throw await endFault(name, reason, logFile);
      run = await beginAgain(reason);
      // A stop meanwhile could only end the previous run.
      if (isStopping) await run.stop();
    }
  }

  async function beginAgain(reason: string): Promise<R> {
    for (let left = tries - 1; ; left -= 1) {
      try {
        return await step(`${name} again`, (note) => {
          note(`after ${reason}`);
          return begin();
        });
      } catch (error) {
        if (left === 0 || isStopping || stopSignal.aborted) throw error;
        await sleep(pauseMs);
      }
    }
  }

  const ended = keep().catch((error) => error);
  return {
    current: () => run,
    ended,
    async stop() {
      isStopping = true;
      await run.stop();
      await ended;
    },
  };
}

async function endFault(name: string, reason: string, logFile: string) {
  return new Fault(
    "unexpected",
    `${name} ended by itself (${reason}). It was started again ${restarts} times, and each time it ended within ` +
      `${steadyMs / 1000} s. The rest is stopped too. The last lines of ${logFile}:\n\n` +
      `${await lastLines(logFile, 10)}`,
  );
}
