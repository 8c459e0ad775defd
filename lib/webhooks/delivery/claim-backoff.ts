import type { Claim } from "./store";

/** What comes within this time is claimed together. */
const GATHER_MS = 2;
const FIRST_PAUSE_MS = 20;
const MAX_CONTEST_PAUSE_MS = 1_000;
const MAX_FAILURE_PAUSE_MS = 5_000;

/** How long a process waits before it claims again. */
export class ClaimBackoff {
  #restsUntilMs = 0;
  /** Claims in a row that failed, or that other processes took all of. */
  #failures = 0;
  #contests = 0;

  pauseMs(): number {
    return Math.max(GATHER_MS, this.#restsUntilMs - performance.now());
  }

  /** Processes that take what there is from each other give way for a moment. */
  claimed({ chosen, deliveries }: Claim): void {
    this.#failures = 0;
    this.#contests = chosen > 0 && deliveries.length === 0 ? this.#contests + 1 : 0;
    const mostMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#contests, MAX_CONTEST_PAUSE_MS);
    this.#rest(this.#contests > 0 ? Math.random() * mostMs : 0);
  }

  /** Answers with how many have failed in a row. */
  failed(): number {
    this.#rest(Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, MAX_FAILURE_PAUSE_MS));
    this.#failures += 1;
    return this.#failures;
  }

  #rest(pauseMs: number): void {
    this.#restsUntilMs = performance.now() + pauseMs;
  }
}
