/** With more statements at a time, each would gather fewer lookups; with one, every lookup would wait for a slow one. */
const MAX_UNDER_WAY = 2;
const MAX_KEYS = 32;

interface Waiting<Key, Row> {
  key: Key;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/**
 * Looks up single rows by key. Lookups of one turn of the event loop share a statement, and so do those that arrive while
 * others are under way: a statement costs the driver and PostgreSQL more than a row.
 * Source: docs/decisions/0025-pipelined-lookups.md
 */
export class GatheredLookUp<Key, Row> {
  readonly #find: (keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>;
  #waiting: Waiting<Key, Row>[] = [];
  #underWay = 0;
  #isPlanned = false;

  /** @param find sends one statement; returns the row of each key in the order of the keys, undefined where there is none */
  constructor(find: (keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>) {
    this.#find = find;
  }

  /**
   * Returns the row of a key, read after this call.
   * @throws the error of the statement, which all lookups that share it receive
   */
  find(key: Key): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#isPlanned || this.#underWay >= MAX_UNDER_WAY) return;
      this.#isPlanned = true;
      setImmediate(() => {
        this.#isPlanned = false;
        this.#start();
      });
    });
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#underWay < MAX_UNDER_WAY)
      void this.#answer(this.#waiting.splice(0, MAX_KEYS));
  }

  async #answer(lookUps: readonly Waiting<Key, Row>[]): Promise<void> {
    this.#underWay += 1;
    try {
      const rows = await this.#find(lookUps.map(({ key }) => key));
      for (const [index, { resolve }] of lookUps.entries()) resolve(rows[index]);
    } catch (error) {
      for (const { reject } of lookUps) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#start();
    }
  }
}
