/** How far a chain was read: everything up to this block was credited. */
export interface Cursor {
  chain: string;
  blockNumber: bigint;
  /** Null after going back: then the next block's parent is not looked at. */
  blockHash: string | null;
  version: number;
}

/** The cursor is not where it was when the reading began: another process reads the same chain, and was faster. */
export class CursorMoved extends Error {
  override readonly name = "CursorMoved";
  constructor(chain: string) {
    super(`another process went on with ${chain}`);
  }
}
