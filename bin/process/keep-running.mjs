import { Fault } from "../bootstrap/faults.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { step } from "../bootstrap/report.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { lastLines } from "./tail.mjs";

/** How often what ends soon after its start is begun again. More than somebody kills by hand or in a test of outages. */
export const restarts = 20;
/** After which an end has nothing to do with the start any more. */
export const steadyMs = 10_000;
/** How often it is tried to begin what could not be begun, and how long after. */
export const tries = 5;
const pauseMs = 500;

/**
 * One life of a process of ours.
 *
 * @typedef {object} Run
 * @property {Promise<string>} ended resolves with the reason when it is over, asked for or not
 * @property {() => Promise<void>} stop
 */

/**
 * @template {Run} R
 * @typedef {object} Kept
 * @property {() => R} current its life as it is now, or the last one
 * @property {() => Promise<void>} stop ends it for good, also while it is begun again
 * @property {Promise<unknown>} ended resolves when it is over: with the error that says why, or with nothing if it was
 *   asked for. It never rejects
 */

/**
 * Begins a process again when it ends by itself, with one line about it. When it does so again and again, each time soon
 * after its start, or cannot be begun, it is over.
 *
 * @template {Run} R
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.logFile whose last lines may say why it ended
 * @param {R} options.first
 * @param {() => Promise<R>} options.begin leaves nothing behind when it fails
 * @returns {Kept<R>}
 */
export function keepRunning({ name, logFile, first, begin }) {
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

  /** @param {string} reason @returns {Promise<R>} */
  async function beginAgain(reason) {
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

/** @param {string} name @param {string} reason @param {string} logFile */
async function endFault(name, reason, logFile) {
  return new Fault(
    "unexpected",
    `${name} ended by itself (${reason}). It was started again ${restarts} times, and each time it ended within ` +
      `${steadyMs / 1000} s. The rest is stopped too. The last lines of ${logFile}:\n\n` +
      `${await lastLines(logFile, 10)}`,
  );
}
