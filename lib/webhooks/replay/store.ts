// SQL: lock: makes many deliveries due with SKIP LOCKED in one statement.

import { change, query } from "@/lib/db";
import type { Statement } from "@/lib/db/list-statement";
import { ofOwner, ofOwnerInRange } from "@/lib/db/of-owner";
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

/**
 * SQL of the ids of the partner's events of some types from $2 on, `length` of each type at most. The types and the end are SQL. The
 * type is a part of the order: the index by id alone, in which the partner's events of all types are, cannot supply it.
 */
const idsOfTypes = (types: string, end: string, length: string | number) =>
  `SELECT u.id FROM (SELECT DISTINCT unnest(${types}::text[]) AS type) t CROSS JOIN LATERAL (SELECT e.id FROM webhook_events e
     WHERE ${ofOwnerInRange("e.partner_id", "$1")} AND ${ofOwner("e.type", "t.type")} AND e.id >= $2 AND e.id < ${end}
     ORDER BY e.partner_id, e.type, e.id DESC LIMIT ${length}) u`;

/** The condition that a delivery is one that a replay selects by its status. */
const ofStatus = (status: "failed" | "pending") =>
  `d.partner_id = $1 AND d.status = '${status}' AND ${inPeriod("d.event_id", "d.created_at")}
    AND ($6::text IS NULL OR d.resource_id = $6) ${status === "pending" ? RETRIED_LATER : ""}`;

/**
 * Selects events by delivery status. Where few events have the chosen types (`isRare`), the delivery of each of these is looked up;
 * otherwise the event of each delivery. OFFSET 0 makes each look-up one by itself. By an index of the status, each look-up would read all
 * deliveries of the status, so it compares the id as an owner is compared in a range.
 */
const withDelivery = (status: "failed" | "pending", isRare: boolean) =>
  isRare
    ? `SELECT d.event_id FROM (${idsOfTypes("$5", "$7", "ALL")}) o CROSS JOIN LATERAL (
        SELECT d.event_id FROM webhook_deliveries d WHERE ${ofOwnerInRange("d.event_id", "o.id")} AND ${ofStatus(status)} OFFSET 0) d WHERE true`
    : `SELECT d.event_id FROM webhook_deliveries d WHERE ${ofStatus(status)} AND ($5::text[] IS NULL OR EXISTS (
        SELECT FROM webhook_events e WHERE e.id = d.event_id AND e.partner_id = $1 AND e.type = ANY ($5) OFFSET 0))`;

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

const nameOf = (verb: string, { resourceId }: ReplayFilters, isRare: boolean) =>
  `${verb}_${isRare ? "rare_" : ""}webhook_events${resourceId === undefined ? "" : "_of_resource"}`;

const START = new Date(0);
/** After the ids of all events. */
const NEVER = new Date("9999-12-31T00:00:00Z");

/** The values of $1 to $7. */
function valuesOf(partnerId: string, { since = START, until, event, resourceId }: ReplayFilters) {
  const [first, end] = [idBefore("evt", since), idAfter("evt", until ?? NEVER)];
  return [partnerId, first, since, until, event, resourceId, end];
}

/** The number of events of the chosen types up to which their deliveries are looked up. */
const MAX_RARE = 10_000;

/** SQL of the deliveries of a status that a replay of all types from $2 to $3 may select, up to one more than MAX_RARE. */
const openOf = (condition: string) =>
  `(SELECT FROM webhook_deliveries d WHERE ${ofOwner("d.partner_id", "$1")} AND ${condition}
     AND ${inReplayOrder("d.event_id")} >= $2 AND ${inReplayOrder("d.event_id")} < $3
     ORDER BY d.partner_id, ${inReplayOrder("d.event_id")} LIMIT ${MAX_RARE + 1})`;

/**
 * Whether the deliveries of the events of the chosen types are looked up: these events are few, and fewer than the deliveries that
 * failed or wait for a retry. Of millions that failed, few may have a type, and of thousands of a type few may have failed. The events
 * of a resource are few.
 */
async function areTypesRare(partnerId: string, filters: ReplayFilters): Promise<boolean> {
  if (filters.event === undefined || filters.resourceId !== undefined) return false;
  const { since = START, until = NEVER, event } = filters;
  const [row] = await query<{ isRare: boolean }>(
    "are_event_types_rare",
    `SELECT (SELECT count(*) FROM (${idsOfTypes("$4", "$3", MAX_RARE + 1)} LIMIT ${MAX_RARE + 1}) e)
       < (SELECT count(*) FROM (${openOf("d.status = 'failed'")} UNION ALL ${openOf("d.status = 'pending' AND d.failures > 0")}
          LIMIT ${MAX_RARE + 1}) d) AS "isRare"`,
    [partnerId, idBefore("evt", since), idAfter("evt", until), event],
  );
  return row?.isRare === true;
}

/** Counts the events of each status that a replay would send, each up to `maxCount` + 1. `isRare`: few events have the chosen types. */
export function replayableCount(
  partnerId: string,
  filters: ReplayFilters,
  maxCount: number,
  isRare = false,
): Statement {
  const count = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT $8 + 1) counted)`;
  return {
    name: nameOf("count_replayable", filters, isRare),
    text: `SELECT ${count(withDelivery("failed", isRare))} AS failed, ${count(withDelivery("pending", isRare))} AS pending,
       ${count(withoutDelivery(filters))} AS not_sent`,
    values: [...valuesOf(partnerId, filters), maxCount],
  };
}

/** Reads `replayableCount`. */
export async function countReplayable(
  partnerId: string,
  filters: ReplayFilters,
  maxCount: number,
): Promise<Record<ReplayStatus, bigint>> {
  const isRare = await areTypesRare(partnerId, filters);
  const { name, text, values } = replayableCount(partnerId, filters, maxCount, isRare);
  const [row] = await query<Record<ReplayStatus, bigint>>(name, text, values);
  if (!row) throw new Error("the events were not counted");
  return row;
}

/** The statement of `armEvents`. `isRare`: few events have the chosen types. */
export function replayStatement(
  partnerId: string,
  statuses: readonly ReplayStatus[],
  filters: ReplayFilters,
  maxCount: number,
  isRare = false,
): Statement {
  const found = (status: ReplayStatus, rows: string, id: string, lock = "") =>
    `SELECT * FROM (${rows} AND '${status}' = ANY ($9::text[]) AND EXISTS (${OPEN_ENDPOINT})
      ORDER BY ${inReplayOrder(id)} LIMIT $8 + 1 ${lock}) ${status}`;
  const delivered = (status: "failed" | "pending") =>
    found(status, withDelivery(status, isRare), "d.event_id", "FOR UPDATE OF d SKIP LOCKED");
  const idOfUnsent = filters.resourceId === undefined ? "e.id" : "u.id";
  return {
    name: nameOf("arm", filters, isRare),
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
export async function armEvents(
  partnerId: string,
  statuses: readonly ReplayStatus[],
  filters: ReplayFilters,
  maxCount: number,
): Promise<Replayed> {
  const isRare = await areTypesRare(partnerId, filters);
  const { name, text, values } = replayStatement(partnerId, statuses, filters, maxCount, isRare);
  const [row] = await change<Replayed>(
    name,
    text,
    values,
    ([armed]) => armed !== undefined && canSend(armed),
  );
  if (!row) throw new Error("the endpoint was not read");
  return row;
}
