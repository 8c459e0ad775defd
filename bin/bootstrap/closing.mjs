import { explain } from "./faults.mjs";
import { stopSignal } from "./stop-signal.mjs";

/** @typedef {{ add: (name: string, close: () => Promise<void> | void) => void, closeAll: () => Promise<boolean> }} Closing */

/**
 * The started parts of a program, to be stopped in reverse order.
 *
 * @returns {Closing}
 */
export function createClosing() {
  /** @type {{ name: string, close: () => Promise<void> | void }[]} */
  const open = [];
  return {
    add: (name, close) => void open.push({ name, close }),
    /** Stops all parts, also when one of them fails to stop. Returns whether all stopped without an error. */
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
 * Runs a program, and stops its parts when it returns or throws. Returns the exit code: that of the fault, or 0 after a
 * stop signal.
 *
 * @param {(closing: Closing) => Promise<number>} main
 */
export async function withClosing(main) {
  const closing = createClosing();
  let exitCode;
  try {
    exitCode = await main(closing);
  } catch (error) {
    // A step that the stop interrupted may fail with any error, which says nothing new.
    exitCode = stopSignal.aborted ? 0 : explain(error);
  }
  const wentWell = await closing.closeAll();
  return wentWell || exitCode !== 0 ? exitCode : 1;
}
