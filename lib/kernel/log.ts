import pino from "pino";
import { env } from "./env";
import { errorCodeOf } from "./error-code";
import { perProcess } from "./per-process";
import { withoutUrls } from "./without-urls";

const STDOUT = 1;
/**
 * Lines of this interval are written together. A busy service logs dozens, and each single write would cost as much.
 */
const WRITE_AFTER_MS = 10;
/** The buffer size that triggers an early write, and the most that is kept while writes fail. */
const GATHERED_BYTES = 8 * 1024;
const KEPT_BYTES = 1024 * 1024;

interface Output {
  logger: pino.Logger;
  write(): void;
  isDue: boolean;
}

function open(): Output {
  const stdout = pino.destination({
    dest: STDOUT,
    sync: true,
    minLength: GATHERED_BYTES,
    maxLength: KEPT_BYTES,
  });
  // A full disk must not end the service, and the error cannot be logged. The next lines retry the write.
  stdout.on("error", () => {});
  const options = { level: env().LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const output: Output = {
    logger: pino(options, stdout),
    isDue: false,
    write() {
      output.isDue = false;
      stdout.flush();
    },
  };
  process.on("exit", output.write);
  return output;
}

/**
 * Structured logs, one JSON object per line. The caller names each logged field; request bodies, headers, names,
 * addresses and card data are never logged. Lines are written in batches of a few milliseconds and at the exit of the
 * process. A process that is killed loses the last batch.
 */
export function log(): pino.Logger {
  const output = perProcess("log", open);
  if (!output.isDue) {
    output.isDue = true;
    setTimeout(output.write, WRITE_AFTER_MS).unref();
  }
  return output.logger;
}

/** The loggable fields of an error: its kind, code and stack, without data values and without secrets in URLs. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = errorCodeOf(error);
  // The message and detail of a database error can quote rows; its code and constraint are enough. Errors before the
  // login (08, 28, 57P, also a pooler's) and for lack of resources (53) quote no rows, and their text is the only
  // reason.
  const isDatabase =
    code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^(08|28|57P|53)/.test(code);
  return {
    error: error.name,
    code,
    constraint: "constraint" in error ? error.constraint : undefined,
    text: isDatabase ? undefined : withoutUrls(error.message),
    stack: withoutUrls(error.stack ?? "")
      .split("\n")
      .filter((line) => line.trimStart().startsWith("at "))
      .slice(0, 8),
    cause: error.cause === undefined ? undefined : errorFields(error.cause),
  };
}
