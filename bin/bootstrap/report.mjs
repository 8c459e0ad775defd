import { stopSignal } from "./stop-signal.mjs";

const titleWidth = 24;

/**
 * Runs one step and prints one line with its title and duration.
 *
 * @template Result
 * @param {string} title
 * @param {(note: (text: string) => void) => Promise<Result>} work may leave a note for the line
 * @returns {Promise<Result>}
 */
export async function step(title, work) {
  stopSignal.throwIfAborted();
  const startedMs = performance.now();
  /** @type {string[]} */
  const notes = [];
  if (process.stdout.isTTY) process.stdout.write(`  … ${title}`);
  try {
    const result = await work((text) => notes.push(text));
    printLine("✓", title, startedMs, notes.join(", "));
    return result;
  } catch (error) {
    printLine("✗", title, startedMs, stopSignal.aborted ? "interrupted" : "failed");
    throw error;
  }
}

/** @param {string} mark @param {string} title @param {number} startedMs @param {string} note */
export function printLine(mark, title, startedMs, note) {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
  const start = process.stdout.isTTY ? "\r" : "";
  const end = note === "" ? "" : `  ${note}`;
  console.log(`${start}  ${mark} ${title.padEnd(titleWidth)}${seconds} s${end}`);
}
