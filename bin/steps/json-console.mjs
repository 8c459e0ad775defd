/**
 * Loaded into the server of `npm run serve` before everything else: what the framework prints, as its first lines and its
 * own errors, becomes lines of JSON like those of the log. On a terminal it stays as it is.
 */
import { formatWithOptions, stripVTControlCharacters } from "node:util";
import { isForPrograms, jsonLine } from "./say.mjs";

/** @type {[("log" | "info" | "debug" | "warn" | "error"), "info" | "warn" | "error"][]} */
const methods = [
  ["log", "info"],
  ["info", "info"],
  ["debug", "info"],
  ["warn", "warn"],
  ["error", "error"],
];

if (isForPrograms()) {
  for (const [method, level] of methods) {
    const stream = level === "info" ? process.stdout : process.stderr;
    console[method] = (...values) => {
      const text = stripVTControlCharacters(formatWithOptions({ colors: false }, ...values)).trim();
      if (text !== "") stream.write(`${jsonLine(level, text)}\n`);
    };
  }
}
