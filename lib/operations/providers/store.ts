// SQL: several processes report on one provider; the newest report of each kind wins, in one statement.

import { query } from "@/lib/db";

/** What one process noted about a provider since its last report. */
export interface ProviderReport {
  provider: string;
  succeededAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  /** The last failure that was an outage, unless a call has succeeded since. */
  outageAt: Date | null;
  callbackAt: Date | null;
  callbackLagMs: number | null;
  /** The number of callbacks since the last report. */
  callbacks: number;
}

/**
 * A stored time; null if it was in the future when it was written, by a clock that was ahead: it would hide what happens until
 * then. Clocks that are right differ by less than a minute.
 */
const past = (column: string) =>
  `CASE WHEN old.${column} <= now() + interval '1 minute' THEN old.${column} END`;

/** Adds a report to what is stored about its provider. */
export async function addProviderReport(report: ProviderReport): Promise<void> {
  await query(
    "add_provider_report",
    `INSERT INTO provider_status AS old
       (provider, succeeded_at, failed_at, failing_since, failure, callback_at, callback_lag_ms, callbacks)
     VALUES ($1, $2::timestamptz, $3::timestamptz,
       $8::timestamptz, $4, $5, $6, $7)
     ON CONFLICT (provider) DO UPDATE SET
       succeeded_at = greatest(${past("succeeded_at")}, excluded.succeeded_at),
       failed_at = greatest(${past("failed_at")}, excluded.failed_at),
       failing_since = CASE
         WHEN excluded.succeeded_at > ${past("failing_since")} THEN excluded.failing_since
         WHEN excluded.failing_since <= ${past("succeeded_at")} THEN ${past("failing_since")}
         ELSE coalesce(${past("failing_since")}, excluded.failing_since) END,
       failure = CASE WHEN excluded.failed_at >= coalesce(${past("failed_at")}, '-infinity') THEN excluded.failure ELSE old.failure END,
       callback_at = greatest(${past("callback_at")}, excluded.callback_at),
       callback_lag_ms = CASE WHEN excluded.callback_at >= coalesce(${past("callback_at")}, '-infinity')
         THEN excluded.callback_lag_ms ELSE old.callback_lag_ms END,
       callbacks = old.callbacks + excluded.callbacks`,
    [
      report.provider,
      report.succeededAt,
      report.failedAt,
      report.failure,
      report.callbackAt,
      report.callbackLagMs,
      report.callbacks,
      report.outageAt,
    ],
  );
}
