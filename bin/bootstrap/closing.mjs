import { explain } from "./faults.mjs";
import { stopSignal } from "./stop-signal.mjs";

/** @typedef {{ add: (name: string, close: () => Promise<void> | void) => void, closeAll: () => Promise<boolean> }} Closing */

/**
 * What was started and has to be stopped, the last one first.
 *
 * @returns {Closing}
 */
export function createClosing() {
  /** @type {{ name: string, close: () => Promise<void> | void }[]} */
  const open = [];
  return {
    add: (name, close) => void open.push({ name, close }),
    /** Stops all, also after one of them failed to. Returns whether all went well. */
    async closeAll() {
      let wentWell = true;
      for (const { name, close } of open.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          wentWell = false;
          console.error(`${name} could not be stopped:`, error);
        }
      }
      return wentWell;
    },
  };
}

/**
 * Runs a program whose parts are stopped at its end, however it ends. Returns the exit code: that
 * of the fault, or 0 if it was asked to stop.
 *
 * @param {(closing: Closing) => Promise<number>} main
 */
export async function withClosing(main) {
  const closing = createClosing();
  let exitCode;
  try {
    exitCode = await main(closing);
  } catch (error) {
    // What a stop interrupts fails in ways of its own, none of which is news.
    exitCode = stopSignal.aborted ? 0 : explain(error);
  }
  const wentWell = await closing.closeAll();
  return wentWell || exitCode !== 0 ? exitCode : 1;
}
