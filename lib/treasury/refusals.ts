import { isWithin, now } from "@/lib/kernel/clock";

interface Limits {
  /** Within this time, a repeated attempt would bring the same result. */
  retryMs: number;
  /** When a refusal is forgotten that was not noted again. */
  knownForMs: number;
}

/**
 * What was refused, by key. Known to one process only, since a repeated attempt does no harm: keep it in the state of the
 * process.
 */
export class Refusals {
  readonly #limits: Limits;
  /** In the order of the last refusals. */
  readonly #atMs = new Map<string, number>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  note(key: string): void {
    this.#atMs.delete(key);
    this.#atMs.set(key, now().getTime());
  }

  /** Notes what another process was refused some time ago: it is known, and may be tried at once. */
  recall(key: string): void {
    if (!this.#atMs.has(key)) this.#atMs.set(key, now().getTime() - this.#limits.retryMs);
  }

  forget(key: string): void {
    this.#atMs.delete(key);
  }

  /** Returns what was refused so recently that it is not tried again yet. */
  recent(): string[] {
    const { retryMs } = this.#limits;
    return [...this.#atMs].filter(([, atMs]) => isWithin(retryMs, atMs)).map(([key]) => key);
  }

  /** Returns what was refused, the longest ago first, also what is tried again now. */
  known(): string[] {
    for (const [key, atMs] of this.#atMs)
      if (!isWithin(this.#limits.knownForMs, atMs)) this.#atMs.delete(key);
    return [...this.#atMs.keys()];
  }
}
