import { outlastLoss } from "./outlast-loss";

/** A part of a list, and the place where the next part begins; undefined after the last part. */
export interface Batch<Row, Place> {
  rows: Row[];
  next: Place | undefined;
}

/**
 * Reads a list to its end and yields the rows of each batch that has any. A batch whose connection was lost is read again
 * when the database is back, so that a download goes on after a failover. Every list that is read in batches is read
 * through this function. Source: docs/decisions/0129-repeat-a-request-that-reads.md
 * @param read reads the batch that begins at a place; the first one begins at undefined. It changes nothing.
 * @throws the error of a batch that cannot be read
 */
export async function* eachBatch<Row, Place>(
  read: (from: Place | undefined) => Promise<Batch<Row, Place>>,
): AsyncGenerator<Row[], void> {
  for (let from: Place | undefined; ; ) {
    const { rows, next } = await outlastLoss(() => read(from));
    if (rows.length > 0) yield rows;
    if (next === undefined) return;
    from = next;
  }
}
