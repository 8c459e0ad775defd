import { LRUCache } from "lru-cache";

const MAX_ENTRIES = 10_000;

/** The last value that was read under one key. */
export interface Remembered<Read> {
  recall(): Read | undefined;
  remember(read: Read): void;
}

/**
 * The values that this process read last, by key; the least recently used are evicted. They may be outdated.
 * `decideAndCommit` may use them because the commit checks the rows that the decision depends on.
 */
export class Memory<Read extends NonNullable<unknown>> {
  readonly #kept = new LRUCache<string, Read>({ max: MAX_ENTRIES });

  of(key: string): Remembered<Read> {
    return {
      recall: () => this.#kept.get(key),
      remember: (read) => void this.#kept.set(key, read),
    };
  }
}
