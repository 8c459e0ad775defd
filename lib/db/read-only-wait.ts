import { errorCodeOf } from "@/lib/kernel/error-code";
import { log } from "@/lib/kernel/log";

/** read_only_sql_transaction: a node that was the primary a moment ago, or a database that takes no writes for now. */
export const READ_ONLY = "25006";
const PAUSE_MS = 150;
/** How often the database is asked after the wait is over. */
const LASTING_PAUSE_MS = 1_000;
/** Writes that wait at the same time. Those beyond fail at once. */
const MAX_WAITING = 1_000;

/** @param options.keepsProcess whether a process that has nothing else to do waits for the end of the pause */
function pause(durationMs: number, { keepsProcess = true } = {}): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, durationMs);
    if (!keepsProcess) timer.unref();
  });
}

interface ReadOnlyWaitOptions {
  /** Writes wait this long after the first refusal. 0: no write waits. */
  waitMs: number;
  /** Whether a new connection takes writes. Must end by itself, also if there is no answer. */
  takesWrites: () => Promise<boolean>;
}

/**
 * Lets writes wait for a database that takes none for a moment: in a switchover the former primary still has its connections
 * when it is a standby already. PostgreSQL refuses such a write before it has an effect, so it is sent again. After `waitMs`
 * writes fail at once, until a new connection takes writes: a database can be read-only for hours, as on a full disk.
 * Source: docs/decisions/0127-wait-for-a-failover.md
 */
export class ReadOnlyWait {
  readonly #options: ReadOnlyWaitOptions;
  #isClosed = false;
  /** The wait is over, and the database takes no writes yet. */
  #isLasting = false;
  /** Resolves to whether the database takes writes. Undefined while nothing waits. */
  #recovery: Promise<boolean> | undefined;
  #waiting = 0;

  constructor(options: ReadOnlyWaitOptions) {
    this.#options = options;
  }

  /**
   * Runs an attempt, and again when the database takes writes after a refusal.
   * @param attempt one statement, or a whole transaction: a refused one has changed nothing
   * @throws the last error of the attempt
   */
  async outlast<T>(attempt: () => Promise<T>): Promise<T> {
    let endMs: number | undefined;
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        return await attempt();
      } catch (error) {
        if (errorCodeOf(error) !== READ_ONLY) throw error;
        endMs ??= performance.now() + this.#options.waitMs;
        if (performance.now() >= endMs || !(await this.#isOver())) throw error;
        // Another connection of the pool can still lead to the former primary.
        if (isRepeated) await pause(PAUSE_MS);
      }
    }
  }

  /** Ends the wait: what waits fails with its error. */
  close(): void {
    this.#isClosed = true;
  }

  async #isOver(): Promise<boolean> {
    if (this.#isClosed || this.#isLasting || this.#waiting >= MAX_WAITING) return false;
    this.#waiting += 1;
    this.#recovery ??= this.#recover().finally(() => {
      this.#recovery = undefined;
    });
    const isOver = await this.#recovery;
    this.#waiting -= 1;
    return isOver;
  }

  async #recover(): Promise<boolean> {
    const endMs = performance.now() + this.#options.waitMs;
    log().warn("the database takes no writes: they wait");
    while (performance.now() < endMs && !this.#isClosed) {
      if (await this.#takesWrites()) return true;
      await pause(PAUSE_MS);
    }
    this.#isLasting = true;
    void this.#askUntilOver();
    return false;
  }

  async #askUntilOver(): Promise<void> {
    while (!this.#isClosed) {
      await pause(LASTING_PAUSE_MS, { keepsProcess: false });
      if (!(await this.#takesWrites())) continue;
      this.#isLasting = false;
      log().info("the database takes writes again");
      return;
    }
  }

  async #takesWrites(): Promise<boolean> {
    try {
      return !this.#isClosed && (await this.#options.takesWrites());
    } catch {
      // Statements that find no database wait for it by themselves.
      return false;
    }
  }
}
