import { BATCH_ROWS } from "./batch-rows";
import { batchStatement, type Place, placeOf } from "./batch-statement";
import { eachBatch } from "./each-batch";
import { query } from "./index";
import type { Listed } from "./list-statement";

/** Reads a list in batches, newest first. Each batch is a separate statement, so that no cursor stays open between them. */
export function readBatches<Row extends { id: string }>(
  list: Listed,
  maxRows = BATCH_ROWS,
): AsyncGenerator<Row[], void> {
  return eachBatch(async (after: Place | undefined) => {
    const { name, text, values } = batchStatement(list, after, maxRows);
    const rows = await query<Row & Record<string, unknown>>(name, text, values);
    const last = rows.at(-1);
    const isLast = last === undefined || rows.length < maxRows;
    return { rows, next: isLast ? undefined : placeOf(list, last) };
  });
}
