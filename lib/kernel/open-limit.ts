import { ServiceError } from "./errors";

interface OpenLimitOptions {
  /** How many an owner may have open at a time. */
  max: number;
  /** The text of the refusal. */
  text: string;
  retryAfterS: number;
}

/** Limits how much of one kind each owner has open at a time, such as downloads: each holds memory until it ends. */
export class OpenLimit {
  readonly #options: OpenLimitOptions;
  readonly #counts = new Map<string, number>();

  constructor(options: OpenLimitOptions) {
    this.#options = options;
  }

  /** The number that all owners have open. */
  get open(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * Counts one more of an owner.
   * @returns a function that stops counting it; further calls do nothing
   * @throws ServiceError RATE_LIMITED with `Retry-After` if the owner has `max` open
   */
  count(owner: string): () => void {
    const { max, text, retryAfterS } = this.#options;
    const count = this.#counts.get(owner) ?? 0;
    if (count >= max)
      throw new ServiceError("RATE_LIMITED", {
        text,
        headers: { "Retry-After": String(retryAfterS) },
      });
    this.#counts.set(owner, count + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (this.#counts.get(owner) ?? 1) - 1;
      if (left > 0) this.#counts.set(owner, left);
      else this.#counts.delete(owner);
    };
  }
}
