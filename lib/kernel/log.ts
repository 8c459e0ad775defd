import pino from "pino";
import { env } from "./env";
import { withoutUrls } from "./without-urls";

const STDOUT = 1;
/** A busy service writes some dozens of lines in that time, each of which would cost as much as all of them together. */
const WRITE_AFTER_MS = 10;
/** What is gathered before it is written early, and what is kept when it cannot be written at all. */
const GATHERED_BYTES = 8 * 1024;
const KEPT_BYTES = 1024 * 1024;

interface Output {
  logger: pino.Logger;
  write(): void;
  isDue: boolean;
}

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletLog?: Output };

function open(): Output {
  const stdout = pino.destination({
    dest: STDOUT,
    sync: true,
    minLength: GATHERED_BYTES,
    maxLength: KEPT_BYTES,
  });
  // A full disk must not end the service, and there is nowhere to say it. It is tried again with the next lines.
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
 * Structured logs, one line of JSON each. What is logged is named field by field by the caller; request bodies,
 * headers, names, addresses and card data never are. The lines of some milliseconds are written together, and what is left
 * when the process exits; one that is killed without a word loses the last of them.
 */
export function log(): pino.Logger {
  shared.partnerWalletLog ??= open();
  const output = shared.partnerWalletLog;
  if (!output.isDue) {
    output.isDue = true;
    setTimeout(output.write, WRITE_AFTER_MS).unref();
  }
  return output.logger;
}

/** What a log may hold of an error: its kind, its code and where it came from, and no values and no keys of URLs. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = "code" in error ? String(error.code) : undefined;
  // A database error's message and detail can quote rows; its code and constraint say enough. What is said before anybody
  // is let in, by a pooler too (08, 28, 57P), quotes none and is the only reason that there is.
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
