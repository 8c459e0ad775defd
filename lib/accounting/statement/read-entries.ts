import { listMoves, type MoveRow, type StretchRow } from "./store";

const BATCH_ROWS = 1_000;

/** Yields the entries of a section in batches, oldest first, so that a large month is never in memory as a whole. */
export async function* movesOf(account: string, { low, high }: StretchRow) {
  for (let after = low; ; ) {
    const moves: MoveRow[] = await listMoves(account, { low: after, high }, BATCH_ROWS);
    if (moves.length > 0) yield moves;
    const last = moves.at(-1);
    if (!last || moves.length < BATCH_ROWS) return;
    after = last.version;
  }
}
