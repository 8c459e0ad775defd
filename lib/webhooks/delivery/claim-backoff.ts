import type { Claim } from "./store";

/** Deliveries that become due within this time are claimed together. */
const GATHER_MS = 2;
const FIRST_PAUSE_MS = 20;
const MAX_CONTEST_PAUSE_MS = 1_000;
const MAX_FAILURE_PAUSE_MS = 5_000;

/** Determines how long a process waits before its next claim. */
export class ClaimBackoff {
  #restsUntilMs = 0;
  /** Consecutive claims that failed, and consecutive claims of which other processes took every delivery. */
  #failures = 0;
  #contests = 0;

  pauseMs(): number {
    return Math.max(GATHER_MS, this.#restsUntilMs - performance.now());
  }

  /** After a contested claim, a process pauses for a random time, so that processes do not keep contending. */
  claimed({ chosen, deliveries }: Claim): void {
    this.#failures = 0;
    this.#contests = chosen > 0 && deliveries.length === 0 ? this.#contests + 1 : 0;
    const mostMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#contests, MAX_CONTEST_PAUSE_MS);
    this.#rest(this.#contests > 0 ? Math.random() * mostMs : 0);
  }

  /** Returns the number of consecutive failures. */
  failed(): number {
    this.#rest(Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_FAILURE_PAUSE_MS));
    this.#failures += 1;
    return this.#failures;
  }

  #rest(pauseMs: number): void {
    this.#restsUntilMs = performance.now() + pauseMs;
  }
}
