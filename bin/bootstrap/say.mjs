/**
 * Output of the scripts beside the server's log: text on a terminal, otherwise lines of JSON in the format of the
 * server's log.
 *
 * @typedef {"info" | "warn" | "fatal"} Level
 */

/** The numbers of pino's levels. */
const levels = { info: 30, warn: 40, error: 50, fatal: 60 };

/** One line of JSON, as the server logs. @param {keyof typeof levels} level @param {string} text */
function jsonLine(level, text) {
  return JSON.stringify({ level: levels[level], time: new Date().toISOString(), msg: text });
}

/** Whether a program reads the output. */
function isForPrograms() {
  return !process.stdout.isTTY;
}

/** @param {Level} level @param {string} text */
export function say(level, text) {
  const print = level === "info" ? console.log : console.error;
  print(isForPrograms() ? jsonLine(level, text) : text);
}
