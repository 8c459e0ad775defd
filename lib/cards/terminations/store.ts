// SQL: money path: terminations are counted in the transaction that decides one.

import { CAUSE_LASTS } from "@/lib/alerts/sql-store";
import type { RunQuery } from "@/lib/db";

export interface Terminated {
  /** The terminations that count for the limit. */
  count: number;
  /** When the first of them was. */
  oldest: Date | null;
  /** Those that do not count. */
  exempt: number;
}

/**
 * Counts the cards of a partner that were terminated since an instant. Those after `until` are of a process whose clock was ahead,
 * and others were closed by their issuer, as their alerts tell, also when an administrator has closed the alert: neither counts for the
 * limit of the partner's requests.
 */
export async function countTerminatedSince(
  partnerId: string,
  { since, until }: { since: Date; until: Date },
  runQuery: RunQuery,
): Promise<Terminated> {
  const [row] = await runQuery<Terminated & Record<string, unknown>>(
    "count_terminated_since",
    `SELECT (count(*) FILTER (WHERE is_counted))::int AS count, min(at) FILTER (WHERE is_counted) AS oldest,
       (count(*) FILTER (WHERE NOT is_counted))::int AS exempt
     FROM (SELECT c.terminated_at AS at, c.terminated_at <= $3 AND NOT EXISTS (SELECT FROM alerts a
         WHERE a.kind = 'issuer_card_closed' AND a.subject = c.id AND ${CAUSE_LASTS}) AS is_counted
       FROM cards c WHERE c.partner_id = $1 AND c.terminated_at > $2) ended`,
    [partnerId, since, until],
  );
  return row ?? { count: 0, oldest: null, exempt: 0 };
}
