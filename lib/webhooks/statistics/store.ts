// SQL: hot path: aggregates a bounded range of an index, with percentiles.

import { query } from "@/lib/db";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { idBefore } from "../lists";

export interface StepRow {
  /** The number of the step, from 0; null for the whole period. */
  step: number | null;
  attempts: bigint;
  succeeded: bigint;
  medianMs: number | null;
  p95Ms: number | null;
}

/**
 * Aggregates the attempts since an instant, in steps and together. Reads the latest attempts by their index, at most
 * `maxCount` of them.
 */
export function findSteps(
  partnerId: string,
  since: Date,
  stepMs: number,
  maxCount: number,
): Promise<StepRow[]> {
  return query<StepRow & Record<string, unknown>>(
    "find_webhook_statistics",
    `SELECT step, count(*) AS attempts, count(*) FILTER (WHERE succeeded) AS succeeded,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS "medianMs",
       percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
     FROM (SELECT floor(extract(epoch FROM started_at - $3::timestamptz) * 1000 / $4::int)::int AS step, succeeded,
         duration_ms
       FROM webhook_attempts WHERE ${ofOwnerInRange("partner_id", "$1")} AND id >= $2 AND started_at >= $3::timestamptz
       ORDER BY partner_id, id DESC LIMIT $5) latest
     GROUP BY GROUPING SETS ((step), ()) ORDER BY step`,
    [partnerId, idBefore("dlv", since), since, stepMs, maxCount],
  );
}
