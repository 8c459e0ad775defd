import { DAY_MS } from "./durations";

/** A run of a job deletes for at most this time, and the next one continues. */
const TIME_LIMIT_MS = 300_000;

/**
 * Repeats a step until it finds no more to do, or until the time is over. The time and not a number of steps is limited, so
 * that deleting keeps up with tables that grow fast.
 * @param step returns whether there may be more to do
 * @returns whether the time ended before the work
 */
export async function untilDone(
  step: () => Promise<boolean>,
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<boolean> {
  const startMs = performance.now();
  for (;;) {
    if (!(await step())) return false;
    if (performance.now() - startMs >= timeLimitMs) return true;
  }
}

/**
 * Repeats a statement that takes a limited number of rows until it finds fewer, or until the time is over. Returns the number
 * of rows, and whether the time ended before the rows.
 */
export async function countBatches(
  batchRows: number,
  takeBatch: (maxRows: number) => Promise<number>,
  timeLimitMs?: number,
): Promise<{ rows: number; hasMore: boolean }> {
  let rows = 0;
  const hasMore = await untilDone(async () => {
    const taken = await takeBatch(batchRows);
    rows += taken;
    return taken >= batchRows;
  }, timeLimitMs);
  return { rows, hasMore };
}

/** As countBatches, for jobs that run often enough to continue anyway: returns the number of rows alone. */
export async function inBatches(...batches: Parameters<typeof countBatches>): Promise<number> {
  return (await countBatches(...batches)).rows;
}

/** The instant before which rows are older than a number of days. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);
