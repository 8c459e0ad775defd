import { errorFields, log } from "@/lib/kernel/log";
import { isAway } from "./is-away";

const PAUSE_MS = 150;
/** Statements that wait at the same time. Those beyond fail at once. */
const MAX_WAITING = 1_000;

const pause = () => new Promise((done) => setTimeout(done, PAUSE_MS));

interface OutageOptions {
  /** Statements wait this long after the first failure. 0: no statement waits. */
  waitMs: number;
  /** Resolves when the database takes statements. Must end by itself, also if there is no answer. */
  probe: () => Promise<unknown>;
}

/**
 * Lets statements wait for a database that is away for seconds, as in a failover, so that requests are answered late instead of
 * with 503. One probe for all of them asks the database. After `waitMs` statements fail at once, until one succeeds.
 * Source: docs/decisions/0127-wait-for-a-failover.md
 */
export class Outage {
  readonly #options: OutageOptions;
  #isClosed = false;
  /** When the first statement failed since the last one that succeeded. */
  #startedMs: number | undefined;
  /** Resolves to whether the database is back. Undefined while nothing waits. */
  #recovery: Promise<boolean> | undefined;
  #waiting = 0;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /**
   * Runs an attempt, and again when the database is back after a failure.
   * @param isHarmless whether an error means that the database is away and that the attempt had no effect
   * @throws the last error of the attempt
   */
  async outlast<T>(attempt: () => Promise<T>, isHarmless: (error: unknown) => boolean): Promise<T> {
    let endMs: number | undefined;
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        const result = await attempt();
        this.#startedMs = undefined;
        return result;
      } catch (error) {
        if (!isAway(error)) this.#startedMs = undefined;
        endMs ??= performance.now() + this.#options.waitMs;
        const isWorthWaiting = performance.now() < endMs && isHarmless(error);
        if (!isWorthWaiting || !(await this.#isOver(error))) throw error;
        // The database is there, but this statement failed again.
        if (isRepeated) await pause();
      }
    }
  }

  /** Ends the wait: what waits fails with its error. */
  close(): void {
    this.#isClosed = true;
  }

  /** Returns false if the database is not back in time, or too many wait already. */
  async #isOver(error: unknown): Promise<boolean> {
    this.#startedMs ??= performance.now();
    const endMs = this.#startedMs + this.#options.waitMs;
    const isTooLate = this.#isClosed || performance.now() >= endMs;
    if (isTooLate || this.#waiting >= MAX_WAITING) return false;
    this.#waiting += 1;
    this.#recovery ??= this.#recover(endMs, error).finally(() => {
      this.#recovery = undefined;
    });
    const isBack = await this.#recovery;
    this.#waiting -= 1;
    return isBack;
  }

  /** Asks at once: a connection can be lost while the database is there. */
  async #recover(endMs: number, error: unknown): Promise<boolean> {
    if (await this.#isBack()) return true;
    const startMs = performance.now();
    log().warn({ failure: errorFields(error) }, "the database is away: statements wait");
    while (performance.now() < endMs && !this.#isClosed) {
      await pause();
      if (await this.#isBack()) {
        const waitedMs = Math.round(performance.now() - startMs);
        log().info({ waitedMs }, "the database is back");
        return true;
      }
    }
    return false;
  }

  async #isBack(): Promise<boolean> {
    if (this.#isClosed) return false;
    try {
      await this.#options.probe();
      return true;
    } catch {
      return false;
    }
  }
}
