import { perProcess } from "./per-process";

/** Upper bounds of the histogram's buckets. */
export const DURATION_BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500] as const;

export interface RequestCount {
  /** A contract's id. */
  operation: string;
  status: number;
  count: number;
  totalMs: number;
  /** The count of requests up to the bound of the same index; cumulative, as Prometheus requires. */
  buckets: number[];
}

const counts = perProcess("requestCounts", () => new Map<string, RequestCount>());

/**
 * Counts a request of this process. Keys hold no resource ids, so their number is at most operations times statuses.
 */
export function countRequest(operation: string, status: number, durationMs: number): void {
  const key = `${operation} ${status}`;
  let counted = counts.get(key);
  if (!counted) {
    const buckets = DURATION_BUCKETS_MS.map(() => 0);
    counted = { operation, status, count: 0, totalMs: 0, buckets };
    counts.set(key, counted);
  }
  counted.count += 1;
  counted.totalMs += durationMs;
  for (let i = DURATION_BUCKETS_MS.length - 1; i >= 0; i--) {
    if (durationMs > (DURATION_BUCKETS_MS[i] ?? 0)) break;
    counted.buckets[i] = (counted.buckets[i] ?? 0) + 1;
  }
}

/** The counts of this process since its start. */
export function requestCounts(): RequestCount[] {
  return [...counts.values()];
}
