const MAX_ENTRIES = 10_000;

/** The last value that was read under one key. */
export interface Remembered<Read> {
  recall(): Read | undefined;
  remember(read: Read): void;
}

/**
 * The values that this process read last, by key. They may be outdated. `decideAndCommit` may use them because the
 * commit checks the rows that the decision depends on.
 */
export class Memory<Read> {
  readonly #kept = new Map<string, Read>();

  of(key: string): Remembered<Read> {
    return {
      recall: () => this.#kept.get(key),
      remember: (read) => {
        if (this.#kept.size >= MAX_ENTRIES && !this.#kept.has(key)) this.#kept.clear();
        this.#kept.set(key, read);
      },
    };
  }
}
