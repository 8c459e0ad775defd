import { decideAndCommit } from "@/lib/ledger";
import { type Cursor, CursorMoved } from "./cursor";
import { findCursor } from "./store";

/** Deeper than any reorganization of these networks that went beyond their confirmations. */
const BACK_BLOCKS = 128n;

/**
 * Moves the cursor back to a block that is certainly on the chain or too old for a reorganization.
 * @throws CursorMoved when another process moved the cursor.
 */
export function rewind({ chain, blockNumber, version }: Cursor): Promise<Cursor> {
  const set = {
    blockNumber: blockNumber > BACK_BLOCKS ? blockNumber - BACK_BLOCKS : 0n,
    blockHash: null,
  };
  return decideAndCommit(
    () => findCursor(chain),
    (current) => {
      if (current?.version !== version) throw new CursorMoved(chain);
      return {
        changeSet: { update: { chain_cursors: [{ id: chain, version, set }] } },
        result: { chain, ...set, version: version + 1 },
      };
    },
  );
}
