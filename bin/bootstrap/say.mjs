/**
 * What a script says beside the server's log. Where nobody reads along, each text is a line of JSON in the same form as the
 * server's own lines.
 *
 * @typedef {"info" | "warn" | "fatal"} Level
 */

/** As pino numbers them. */
const levels = { info: 30, warn: 40, error: 50, fatal: 60 };

/** One line of JSON, as the server logs. @param {keyof typeof levels} level @param {string} text */
export function jsonLine(level, text) {
  return JSON.stringify({ level: levels[level], time: new Date().toISOString(), msg: text });
}

/** Whether what is said is read by a program. */
export function isForPrograms() {
  return !process.stdout.isTTY;
}

/** @param {Level} level @param {string} text */
export function say(level, text) {
  const print = level === "info" ? console.log : console.error;
  print(isForPrograms() ? jsonLine(level, text) : text);
}
