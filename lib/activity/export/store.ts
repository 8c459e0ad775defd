import { query } from "@/lib/db";
import { batchStatement, type Place, placeOf } from "@/lib/db/batch-statement";
import type { Listed } from "@/lib/db/list-statement";
import { outlastLoss } from "@/lib/db/outlast-loss";

/** The rows of a batch of an export. */
export const BATCH_ROWS = 1_000;

/**
 * Reads a list in batches, newest first. Each batch is a separate statement, so that no cursor stays open between them, and
 * a download goes on after a failover.
 */
export async function* readBatches<Row extends { id: string }>(
  list: Listed,
): AsyncGenerator<Row[], void> {
  let after: Place | undefined;
  for (;;) {
    const { name, text, values } = batchStatement(list, after, BATCH_ROWS);
    const rows = await outlastLoss(() => query<Row & Record<string, unknown>>(name, text, values));
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < BATCH_ROWS) return;
    after = placeOf(list, last);
  }
}
