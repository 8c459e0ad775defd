import { doubledPauseMs } from "@/lib/kernel/retry-pause";
import type { Claim } from "./store";

/** Deliveries that become due within this time are claimed together. */
const GATHER_MS = 2;
const CONTEST_PAUSES = { firstMs: 40, maxMs: 1_000 };
const FAILURE_PAUSES = { firstMs: 20, maxMs: 5_000 };

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
    const mostMs = doubledPauseMs(this.#contests, CONTEST_PAUSES);
    this.#rest(this.#contests > 0 ? Math.random() * mostMs : 0);
  }

  /** Returns the number of consecutive failures. */
  failed(): number {
    this.#failures += 1;
    this.#rest(doubledPauseMs(this.#failures, FAILURE_PAUSES));
    return this.#failures;
  }

  #rest(pauseMs: number): void {
    this.#restsUntilMs = performance.now() + pauseMs;
  }
}
