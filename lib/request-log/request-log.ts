import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import type { RequestEntry } from "./request-entry";
import { insertRequests } from "./store";
import { toRow } from "./to-row";

const FLUSH_AFTER_MS = 500;
const MAX_BATCH = 200;
/** Some seconds' worth of a busy process. What comes on top, when the database does not keep up, is not kept. */
const MAX_WAITING = 5_000;

/**
 * What partners asked, on its way to the database. A request only puts itself here: what it said is looked through,
 * cut and written some hundred milliseconds later, together with others. Nothing here makes a request fail or wait.
 * Source: docs/decisions/0017-request-log.md
 */
export class RequestLog {
  #waiting: RequestEntry[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  note(entry: RequestEntry): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(entry);
    if (this.#waiting.length === MAX_BATCH) setImmediate(() => void this.flush());
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  /** Writes what waits, and what comes meanwhile. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        await insertRequests(batch.map(toRow));
      } catch (error) {
        const fields = { lost: batch.length, failure: errorFields(error) };
        log().warn(fields, "requests were not written to the request log");
      }
    }
    if (this.#dropped === 0) return;
    log().warn({ dropped: this.#dropped }, "the request log was full: requests are missing in it");
    this.#dropped = 0;
  }
}

/** The process's own. */
export function requestLog(): RequestLog {
  return perProcess("requestLog", () => new RequestLog());
}
