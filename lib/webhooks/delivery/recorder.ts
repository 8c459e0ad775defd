import { setTimeout as sleep } from "node:timers/promises";
import { errorFields, log } from "@/lib/kernel/log";
import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import type { EndedAttempt } from "./attempt";
import { recordEnded } from "./record-ended";
import type { Recorded } from "./store";

const MAX_BATCH = 256;
const PAUSES = { firstMs: 100, maxMs: 5_000 };
/** After this number of failures, a stopping process no longer waits for the database. */
const FAILURES_BEFORE_LEAVING = 4;

type Listener = (ended: readonly EndedAttempt[], recorded: Recorded | undefined) => void;

/** Records ended attempts in order, in batches: attempts that end while a statement runs go into the next one. */
export class Recorder {
  readonly #listener: Listener;
  #waiting: EndedAttempt[] = [];
  #isRunning = false;
  #isLeaving = false;

  /**
   * @param listener receives the recorded attempts; with undefined, those that could not be recorded before the process
   * stopped
   */
  constructor(listener: Listener) {
    this.#listener = listener;
  }

  add(ended: EndedAttempt): void {
    this.#waiting.push(ended);
    if (!this.#isRunning) void this.#run();
  }

  /** From now on, retries only a few times while the database is unavailable. */
  leave(): void {
    this.#isLeaving = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let failures = 0;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, MAX_BATCH);
      try {
        const recorded = await recordEnded(batch);
        failures = 0;
        this.#waiting = this.#waiting.slice(batch.length);
        this.#listener(batch, recorded);
      } catch (error) {
        failures += 1;
        await this.#wait(failures, error);
      }
    }
    this.#isRunning = false;
  }

  async #wait(failures: number, error: unknown): Promise<void> {
    const waiting = this.#waiting.length;
    const fields = { waiting, failures, failure: errorFields(error) };
    if (this.#isLeaving && failures >= FAILURES_BEFORE_LEAVING) {
      log().error(fields, "webhook attempts not recorded; they are sent again later");
      const lost = this.#waiting;
      this.#waiting = [];
      this.#listener(lost, undefined);
      return;
    }
    log().error(fields, "webhook attempts not recorded; trying again");
    await sleep(doubledPauseMs(failures, PAUSES));
  }
}
