import { query } from "@/lib/db";
import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { batchStatement, type Place, placeOf } from "@/lib/db/batch-statement";
import { eachBatch } from "@/lib/db/each-batch";
import type { Listed } from "@/lib/db/list-statement";

/** Reads a list in batches, newest first. Each batch is a separate statement, so that no cursor stays open between them. */
export function readBatches<Row extends { id: string }>(list: Listed): AsyncGenerator<Row[], void> {
  return eachBatch(async (after: Place | undefined) => {
    const { name, text, values } = batchStatement(list, after, BATCH_ROWS);
    const rows = await query<Row & Record<string, unknown>>(name, text, values);
    const last = rows.at(-1);
    const isLast = last === undefined || rows.length < BATCH_ROWS;
    return { rows, next: isLast ? undefined : placeOf(list, last) };
  });
}
