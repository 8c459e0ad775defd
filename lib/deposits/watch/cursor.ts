/** The position of the watcher on a chain: all deposits up to this block are credited. */
export interface Cursor {
  chain: string;
  blockNumber: bigint;
  /** Null after a rewind: the parent of the next block is then not checked. */
  blockHash: string | null;
  version: number;
}

/** Thrown when the cursor moved after it was read: another process reads the same chain and was faster. */
export class CursorMoved extends Error {
  override readonly name = "CursorMoved";
  constructor(chain: string) {
    super(`another process went on with ${chain}`);
  }
}
