import { formatWithOptions, stripVTControlCharacters } from "node:util";

type Method = "log" | "info" | "debug" | "warn" | "error";
/** The levels have pino's numbers. */
const LEVELS: [Method, number][] = [
  ["log", 30],
  ["info", 30],
  ["debug", 30],
  ["warn", 40],
  ["error", 50],
];

/**
 * Makes the methods of `console` print lines of JSON like those of the log, unless the output is a terminal. Next uses
 * them for its messages, such as errors.
 */
export function printJson(): void {
  if (process.stdout.isTTY) return;
  for (const [method, level] of LEVELS) {
    const stream = level < 40 ? process.stdout : process.stderr;
    console[method] = (...values: unknown[]) => {
      const text = stripVTControlCharacters(formatWithOptions({ colors: false }, ...values)).trim();
      const line = { level, time: new Date().toISOString(), msg: text };
      if (text !== "") stream.write(`${JSON.stringify(line)}\n`);
    };
  }
}
