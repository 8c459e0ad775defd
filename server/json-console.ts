import { formatWithOptions, stripVTControlCharacters } from "node:util";

type Method = "log" | "info" | "debug" | "warn" | "error";
/** The levels are numbered as pino numbers them. */
const LEVELS: [Method, number][] = [
  ["log", 30],
  ["info", 30],
  ["debug", 30],
  ["warn", 40],
  ["error", 50],
];

/**
 * Turns what Next prints, as its own errors, into lines of JSON like those of the log, unless a person reads the output on
 * a terminal.
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
