// SQL: lock: makes many deliveries due with SKIP LOCKED in one statement.

import { change, query } from "@/lib/db";
import type { Statement } from "@/lib/db/list-statement";
import { EVENT_TYPES } from "../event-types";
import { idBefore } from "../lists";
import type { ReplayStatus } from "../replay-limits";
import { ENDPOINT, FLAGS, OPEN_ENDPOINT, UNDER_WAY } from "../sql-store";
import { canSend, type EndpointFlags } from "../store";

export interface ReplayFilters {
  since: Date | undefined;
  until: Date | undefined;
  /** Event types; undefined: all. */
  event: readonly string[] | undefined;
  resourceId: string | undefined;
}

/**
 * The pending deliveries that a replay changes. Left out are those with an attempt in flight, and those that have all their
 * retries: a replay makes events so, and a repeated one must come to the events after them. Only one that failed, or that is in
 * flight, is due later.
 */
const RETRIED_LATER = `AND NOT (${UNDER_WAY}) AND d.failures > 0`;

/** Selects events by delivery status. */
const withDelivery = (status: "failed" | "pending") => `SELECT d.event_id FROM webhook_deliveries d
  WHERE d.partner_id = $1 AND d.status = '${status}' AND d.event_id >= $2 AND d.created_at >= $3
    AND ($4::timestamptz IS NULL OR d.created_at < $4)
    AND ($5::text[] IS NULL OR EXISTS (
      SELECT FROM webhook_events e WHERE e.id = d.event_id AND e.partner_id = $1 AND e.type = ANY ($5)))
    AND ($6::text IS NULL OR d.resource_id = $6)
    ${status === "pending" ? RETRIED_LATER : ""}`;

/** The conditions of events `u` without a delivery. */
const UNSENT = `u.partner_id = $1 AND NOT u.is_sent AND u.id >= $2 AND u.created_at >= $3
    AND ($4::timestamptz IS NULL OR u.created_at < $4)
    AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.partner_id = $1 AND d.event_id = u.id)`;

/** The requested types, or those currently subscribed to. */
const TYPES = `SELECT DISTINCT unnest(coalesce($5::text[], (SELECT
    CASE WHEN p.events @> '{*}' THEN '{${EVENT_TYPES.join(",")}}' ELSE p.events END
    FROM webhook_endpoints p WHERE p.partner_id = $1))) AS type`;

/**
 * Selects events without a delivery: of each type as many as a replay sends, from an index of its own. Millions of one type may
 * be unsent, of which a replay of another type must not read any. The events of a resource are few.
 */
const withoutDelivery = ({ resourceId }: ReplayFilters) =>
  resourceId === undefined
    ? `SELECT e.id AS event_id FROM (${TYPES}) t CROSS JOIN LATERAL (SELECT u.id FROM webhook_events u
        WHERE u.type = t.type AND ${UNSENT} ORDER BY u.id LIMIT $7 + 1) e WHERE $6::text IS NULL`
    : `SELECT u.id AS event_id FROM webhook_events u
        WHERE u.resource_id = $6 AND ${UNSENT} AND u.type IN (${TYPES})`;

const nameOf = (verb: string, { resourceId }: ReplayFilters) =>
  `${verb}_webhook_events${resourceId === undefined ? "" : "_of_resource"}`;

const START = new Date(0);

/** The values of $1 to $6. */
function valuesOf(partnerId: string, { since = START, until, event, resourceId }: ReplayFilters) {
  return [partnerId, idBefore("evt", since), since, until, event, resourceId];
}

/** Counts the events of each status that a replay would send, each up to `maxCount` + 1. */
export function replayableCount(
  partnerId: string,
  filters: ReplayFilters,
  maxCount: number,
): Statement {
  const count = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT $7 + 1) counted)`;
  return {
    name: nameOf("count_replayable", filters),
    text: `SELECT ${count(withDelivery("failed"))} AS failed, ${count(withDelivery("pending"))} AS pending,
       ${count(withoutDelivery(filters))} AS not_sent`,
    values: [...valuesOf(partnerId, filters), maxCount],
  };
}

/** Reads `replayableCount`. */
export async function countReplayable(
  ...asked: Parameters<typeof replayableCount>
): Promise<Record<ReplayStatus, bigint>> {
  const { name, text, values } = replayableCount(...asked);
  const [row] = await query<Record<ReplayStatus, bigint>>(name, text, values);
  if (!row) throw new Error("the events were not counted");
  return row;
}

/**
 * Makes events due now with all their retries, oldest first, if the endpoint is set and not paused. Deliveries that
 * another transaction has locked are skipped, so concurrent replays send each event once.
 */
export async function armEvents(
  partnerId: string,
  statuses: readonly ReplayStatus[],
  filters: ReplayFilters,
  maxCount: number,
): Promise<EndpointFlags & { replayed: bigint; hasMore: boolean }> {
  const found = (status: ReplayStatus, rows: string, lock: string) =>
    `SELECT * FROM (${rows} AND '${status}' = ANY ($8::text[]) AND EXISTS (${OPEN_ENDPOINT})
      ORDER BY event_id LIMIT $7 + 1 ${lock}) ${status}`;
  const skip = "FOR UPDATE OF d SKIP LOCKED";
  const [row] = await change<EndpointFlags & { replayed: bigint; hasMore: boolean }>(
    nameOf("arm", filters),
    `WITH failed AS MATERIALIZED (${found("failed", withDelivery("failed"), skip)}),
       pending AS MATERIALIZED (${found("pending", withDelivery("pending"), skip)}),
       unsent AS MATERIALIZED (${found("not_sent", withoutDelivery(filters), "")}),
       found AS (SELECT * FROM failed UNION ALL SELECT * FROM pending UNION ALL SELECT * FROM unsent),
       chosen AS MATERIALIZED (SELECT event_id FROM found ORDER BY event_id LIMIT $7),
       armed AS (
         UPDATE webhook_deliveries d SET status = 'pending', failures = 0, due_at = now(), lease_id = NULL, completed_at = NULL
         FROM chosen WHERE d.event_id = chosen.event_id AND d.status IN ('failed', 'pending')
         RETURNING d.event_id),
       kept AS MATERIALIZED (SELECT id AS event_id FROM keep_webhook_events(
         ARRAY(SELECT event_id FROM unsent JOIN chosen USING (event_id))) k (id)),
       begun AS (
         INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
         SELECT e.id, e.partner_id, e.resource_id, e.sequence, 'pending', now(), e.created_at
         FROM kept JOIN webhook_events e ON e.id = event_id
         ORDER BY e.id ON CONFLICT (event_id) DO NOTHING
         RETURNING event_id)
     SELECT (SELECT count(*) FROM armed) + (SELECT count(*) FROM begun) AS replayed,
       mark_webhook_events_sent(ARRAY(SELECT event_id FROM begun)) AS marked,
       (SELECT count(*) FROM found) > $7 AS "hasMore", ${FLAGS}
     FROM ${ENDPOINT}`,
    [...valuesOf(partnerId, filters), maxCount, statuses],
    ([armed]) => armed !== undefined && canSend(armed),
  );
  if (!row) throw new Error("the endpoint was not read");
  return row;
}
