import { errorFields, log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import type { RequestEntry } from "./request-entry";
import { insertRequests } from "./sql-store";
import { toRow } from "./to-row";

const FLUSH_AFTER_MS = 500;
const MAX_BATCH = 200;
/** A few seconds of requests of a busy process. When the database is too slow, further entries are dropped. */
const MAX_WAITING = 5_000;

/**
 * The queue of partners' requests to be written to the database. A request only adds its entry; the entries are
 * redacted, truncated and written together some hundred milliseconds later. The queue never makes a request fail or
 * wait.
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

  /** Writes the waiting entries, including those that are added meanwhile. */
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
        log().warn(fields, "requests not written to the request log");
      }
    }
    if (this.#dropped === 0) return;
    log().warn({ dropped: this.#dropped }, "request log buffer full; requests dropped");
    this.#dropped = 0;
  }
}

/** Returns the queue of this process. */
export function requestLog(): RequestLog {
  return perProcess("requestLog", () => new RequestLog());
}
