// SQL: lock: makes many deliveries due with SKIP LOCKED in one statement.

import { change, query } from "@/lib/db";
import type { Statement } from "@/lib/db/list-statement";
import { EVENT_TYPES } from "../event-types";
import { idAfter, idBefore } from "../lists";
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

/**
 * An id in the order of the indexes of replays. They have the collation "C" and the primary keys do not, so PostgreSQL cannot
 * read all partners' rows by the primary key for this order. Source: docs/decisions/0013-one-plan-per-statement.md
 */
const inReplayOrder = (id: string) => `${id} COLLATE "C"`;

/** The condition on the time, of the columns of an id and of an instant. */
const inPeriod = (id: string, instant: string) =>
  `${inReplayOrder(id)} >= $2 AND ${inReplayOrder(id)} < $7 AND ${instant} >= $3 AND ($4::timestamptz IS NULL OR ${instant} < $4)`;

/** Selects events by delivery status. With OFFSET 0, the event of each delivery is looked up by itself. */
const withDelivery = (status: "failed" | "pending") => `SELECT d.event_id FROM webhook_deliveries d
  WHERE d.partner_id = $1 AND d.status = '${status}' AND ${inPeriod("d.event_id", "d.created_at")}
    AND ($5::text[] IS NULL OR EXISTS (
      SELECT FROM webhook_events e WHERE e.id = d.event_id AND e.partner_id = $1 AND e.type = ANY ($5) OFFSET 0))
    AND ($6::text IS NULL OR d.resource_id = $6)
    ${status === "pending" ? RETRIED_LATER : ""}`;

/** The conditions of events `u` without a delivery. */
const UNSENT = `u.partner_id = $1 AND NOT u.is_sent AND ${inPeriod("u.id", "u.created_at")}
    AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.partner_id = $1 AND d.event_id = u.id OFFSET 0)`;

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
        WHERE u.type = t.type AND ${UNSENT} ORDER BY ${inReplayOrder("u.id")} LIMIT $8 + 1) e WHERE $6::text IS NULL`
    : `SELECT u.id AS event_id FROM webhook_events u
        WHERE u.resource_id = $6 AND ${UNSENT} AND u.type IN (${TYPES})`;

const nameOf = (verb: string, { resourceId }: ReplayFilters) =>
  `${verb}_webhook_events${resourceId === undefined ? "" : "_of_resource"}`;

const START = new Date(0);
/** After the ids of all events. */
const NEVER = new Date("9999-12-31T00:00:00Z");

/** The values of $1 to $7. */
function valuesOf(partnerId: string, { since = START, until, event, resourceId }: ReplayFilters) {
  const [first, end] = [idBefore("evt", since), idAfter("evt", until ?? NEVER)];
  return [partnerId, first, since, until, event, resourceId, end];
}

/** Counts the events of each status that a replay would send, each up to `maxCount` + 1. */
export function replayableCount(
  partnerId: string,
  filters: ReplayFilters,
  maxCount: number,
): Statement {
  const count = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT $8 + 1) counted)`;
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

/** The statement of `armEvents`. */
export function replayStatement(
  partnerId: string,
  statuses: readonly ReplayStatus[],
  filters: ReplayFilters,
  maxCount: number,
): Statement {
  const found = (status: ReplayStatus, rows: string, id: string, lock = "") =>
    `SELECT * FROM (${rows} AND '${status}' = ANY ($9::text[]) AND EXISTS (${OPEN_ENDPOINT})
      ORDER BY ${inReplayOrder(id)} LIMIT $8 + 1 ${lock}) ${status}`;
  const delivered = (status: "failed" | "pending") =>
    found(status, withDelivery(status), "d.event_id", "FOR UPDATE OF d SKIP LOCKED");
  const idOfUnsent = filters.resourceId === undefined ? "e.id" : "u.id";
  return {
    name: nameOf("arm", filters),
    text: `WITH failed AS MATERIALIZED (${delivered("failed")}),
       pending AS MATERIALIZED (${delivered("pending")}),
       unsent AS MATERIALIZED (${found("not_sent", withoutDelivery(filters), idOfUnsent)}),
       found AS (SELECT * FROM failed UNION ALL SELECT * FROM pending UNION ALL SELECT * FROM unsent),
       chosen AS MATERIALIZED (SELECT event_id FROM found ORDER BY event_id LIMIT $8),
       armed AS (
         UPDATE webhook_deliveries d SET status = 'pending', failures = 0, due_at = now(), lease_id = NULL, completed_at = NULL
         WHERE d.event_id = ANY (ARRAY(SELECT event_id FROM chosen)) AND d.status IN ('failed', 'pending')
         RETURNING d.event_id),
       kept AS MATERIALIZED (SELECT id AS event_id FROM keep_webhook_events(
         ARRAY(SELECT event_id FROM unsent JOIN chosen USING (event_id))) k (id)),
       begun AS (
         INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
         SELECT e.id, e.partner_id, e.resource_id, e.sequence, 'pending', now(), e.created_at
         FROM webhook_events e WHERE e.id = ANY (ARRAY(SELECT event_id FROM kept))
         ORDER BY e.id ON CONFLICT (event_id) DO NOTHING
         RETURNING event_id)
     SELECT (SELECT count(*) FROM armed) + (SELECT count(*) FROM begun) AS replayed,
       mark_webhook_events_sent(ARRAY(SELECT event_id FROM begun)) AS marked,
       (SELECT count(*) FROM found) > $8 AS "hasMore", ${FLAGS}
     FROM ${ENDPOINT}`,
    values: [...valuesOf(partnerId, filters), maxCount, statuses],
  };
}

type Replayed = EndpointFlags & { replayed: bigint; hasMore: boolean };

/**
 * Makes events due now with all their retries, oldest first, if the endpoint is set and not paused. Deliveries that
 * another transaction has locked are skipped, so concurrent replays send each event once.
 */
export async function armEvents(...asked: Parameters<typeof replayStatement>): Promise<Replayed> {
  const { name, text, values } = replayStatement(...asked);
  const [row] = await change<Replayed>(
    name,
    text,
    values,
    ([armed]) => armed !== undefined && canSend(armed),
  );
  if (!row) throw new Error("the endpoint was not read");
  return row;
}
