/** A run of a job deletes for at most this time, and the next one continues. */
const TIME_LIMIT_MS = 300_000;

/**
 * Repeats a statement that takes a limited number of rows until it finds fewer, or until the time is over. Returns the number
 * of rows. The time and not a number of batches is limited, so that deleting keeps up with tables that grow fast.
 */
export async function inBatches(
  batchRows: number,
  takeBatch: (maxRows: number) => Promise<number>,
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<number> {
  const startMs = performance.now();
  let rows = 0;
  for (;;) {
    const taken = await takeBatch(batchRows);
    rows += taken;
    if (taken < batchRows || performance.now() - startMs >= timeLimitMs) return rows;
  }
}

/** The instant before which rows are older than a number of days. */
export const daysBefore = (at: Date, days: number): Date =>
  new Date(at.getTime() - days * 86_400_000);
