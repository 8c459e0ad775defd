import pino from "pino";
import { env } from "./env";

let logger: pino.Logger | undefined;

/**
 * Structured logs, one line of JSON each. What is logged is named field by field by the caller; request bodies,
 * headers, names, addresses and card data never are.
 */
export function log(): pino.Logger {
  logger ??= pino({ level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return logger;
}

/** What a log may hold of an error: its kind, its code and where it came from, and no values. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = "code" in error ? String(error.code) : undefined;
  // A database error's message and detail can quote rows; its code and constraint say enough.
  const isDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code);
  return {
    error: error.name,
    code,
    constraint: "constraint" in error ? error.constraint : undefined,
    text: isDatabase ? undefined : error.message,
    stack: error.stack
      ?.split("\n")
      .filter((line) => line.trimStart().startsWith("at "))
      .slice(0, 8),
    cause: error.cause === undefined ? undefined : errorFields(error.cause),
  };
}
