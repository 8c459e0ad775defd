import { type EntryRangeRow, type EntryRow, listEntries } from "./store";

const BATCH_ROWS = 1_000;

/** Yields the entries of a range in batches, oldest first, so that a large month is never in memory as a whole. */
export async function* readEntries(account: string, { low, high }: EntryRangeRow) {
  for (let after = low; ; ) {
    const entries: EntryRow[] = await listEntries(account, { low: after, high }, BATCH_ROWS);
    if (entries.length > 0) yield entries;
    const last = entries.at(-1);
    if (!last || entries.length < BATCH_ROWS) return;
    after = last.version;
  }
}
