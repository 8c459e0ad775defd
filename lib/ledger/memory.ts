const MAX_ENTRIES = 10_000;

/** What was read last of one thing. */
export interface Remembered<Read> {
  recall(): Read | undefined;
  remember(read: Read): void;
}

/**
 * What this process read last, by key. It may be long over: it serves `decideAndCommit`, where only a commit counts, and
 * that proves what it rests on.
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
