import { Histogram } from "prom-client";
import { perProcess } from "./per-process";

/**
 * Upper bounds of the histogram's buckets. A quantile is never above the last one, so that is above what a request takes whose body
 * arrives late (REQUEST_TIMEOUT_MS) and whose database does not answer (DATABASE_ANSWER_TIMEOUT_MS), by default.
 */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];

/** The durations of this process' requests since its start, as a metric of Prometheus. */
export const requestDurations = perProcess(
  "requestDurations",
  () =>
    new Histogram({
      name: "partner_wallet_http_request_duration_seconds",
      help: "Requests by operation and status",
      labelNames: ["operation", "status"],
      buckets: BUCKETS_S,
      registers: [],
    }),
);

/**
 * Counts a request of this process. Labels hold no resource ids, so their number is at most operations times statuses.
 */
export function countRequest(operation: string, status: number, durationMs: number): void {
  requestDurations.observe({ operation, status }, durationMs / 1_000);
}
