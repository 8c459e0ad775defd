import { BATCH_ROWS } from "@/lib/db/batch-rows";
import { eachBatch } from "@/lib/db/each-batch";
import { type EntryRangeRow, listEntries } from "./store";

/** Yields the entries of a range in batches, oldest first, so that a large month is never in memory as a whole. */
export function readEntries(account: string, { low, high }: Pick<EntryRangeRow, "low" | "high">) {
  return eachBatch(async (after: bigint | undefined) => {
    const rows = await listEntries(account, { low: after ?? low, high }, BATCH_ROWS);
    return { rows, next: rows.length < BATCH_ROWS ? undefined : rows.at(-1)?.version };
  });
}
