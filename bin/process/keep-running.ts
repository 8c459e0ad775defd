import { Fault } from "../bootstrap/faults.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { step } from "../bootstrap/report.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { lastLines } from "./read-log-end.ts";

/** How often what ends soon after its start is begun again. More than somebody kills by hand or in a test of outages. */
export const restarts = 20;
/** After which an end has nothing to do with the start any more. */
export const steadyMs = 10_000;
/** How often it is tried to begin what could not be begun, and how long after. */
export const tries = 5;
const pauseMs = 500;

/** One life of a process of ours. */
export interface Run {
  /** Resolves with the reason when it is over, asked for or not. */
  ended: Promise<string>;
  stop: () => Promise<void>;
}

export interface Kept<R> {
  /** Its life as it is now, or the last one. */
  current: () => R;
  /** Ends it for good, also while it is begun again. */
  stop: () => Promise<void>;
  /** Resolves when it is over: with the error that says why, or with nothing if it was asked for. It never rejects. */
  ended: Promise<unknown>;
}

interface KeepRunningOptions<R> {
  name: string;
  /** Whose last lines may say why it ended. */
  logFile: string;
  first: R;
  /** Leaves nothing behind when it fails. */
  begin: () => Promise<R>;
}

/**
 * Begins a process again when it ends by itself, with one line about it. When it does so again and again, each time soon
 * after its start, or cannot be begun, it is over.
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
