// SQL: hot lists: the events and attempts of a partner by the selective filter.

import {
  type Condition,
  listStatement,
  oneOf,
  type Statement,
  when,
} from "@/lib/db/list-statement";
import { mergedStatement } from "@/lib/db/merged-statement";
import { ofOwner, ofOwnerInRange } from "@/lib/db/of-owner";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import type { EventType } from "./events";
import { EVENT_STATUSES, type EventStatus } from "./schema";

interface Filters {
  /** The event is of one of these types. */
  event?: readonly EventType[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  resourceId?: string | undefined;
}

export interface EventFilters extends Filters {
  /** The event has one of these statuses. */
  status?: readonly EventStatus[] | undefined;
}

export interface AttemptFilters extends Filters {
  status?: "succeeded" | "failed" | undefined;
  eventId?: string | undefined;
}

/**
 * The maximum by which an id can be older than its row's instant. The id is created after the instant in the same
 * process, and clocks are set back by less than this.
 */
const ID_SLACK_MS = MINUTE_MS;

/** The maximum by which an id can be younger than its row's instant: an event is dated when its request is decided. */
const LATER_ID_MS = HOUR_MS;

/** Returns an id that sorts after all rows of before `at`. */
export const idAfter = (prefix: "evt" | "dlv", at: Date): string =>
  firstIdAt(prefix, new Date(at.getTime() + LATER_ID_MS));

/** Returns an id that sorts before all rows of `at` or later. */
export const idBefore = (prefix: "evt" | "dlv", at: Date): string =>
  firstIdAt(prefix, new Date(at.getTime() - ID_SLACK_MS));

function period(filters: Filters, prefix: "evt" | "dlv", id: string, instant: string): Condition[] {
  const { from, to } = filters;
  const start = from && {
    name: "from",
    sql: `${id} >= ? AND ${instant} >= ?`,
    values: [idBefore(prefix, from), from],
  };
  const end = to && {
    name: "to",
    sql: `${id} < ? AND ${instant} < ?`,
    values: [idAfter(prefix, to), to],
  };
  return [...(start ? [start] : []), ...(end ? [end] : [])];
}

/** The condition that a row is of the partner $1. */
const ofPartner = (column: string, { from, to }: Filters) =>
  (from || to ? ofOwnerInRange : ofOwner)(column, "$1");

/** Replaces the lease id of an attempt in flight when its event is requested again. */
export const RESENT = "resent";

/** The columns of a WebhookEventRow, and the joins that read them for the event `page.id` of the partner $1. */
export const EVENT_COLUMNS = `e.*, d.status, coalesce(d.attempts, 0) AS attempts, d.completed_at AS "completedAt",
  CASE WHEN p.paused_at IS NULL THEN d.next_attempt_at END AS "nextAttemptAt",
  a.status_code AS "lastStatusCode", a.error AS "lastError", a.started_at AS "lastAttemptAt"`;

// Without the OFFSET the planner may join the page to whole tables, because it cannot know how short the page is.
export const BESIDE_EVENT = `LEFT JOIN LATERAL (
    SELECT type, resource_id AS "resourceId", sequence, is_test AS "isTest", created_at AS "createdAt"
    FROM webhook_events WHERE id = page.id AND partner_id = $1 OFFSET 0) e ON true
  LEFT JOIN LATERAL (
    SELECT status, attempts, completed_at,
      CASE WHEN status = 'pending' AND (coalesce(lease_id, '${RESENT}') = '${RESENT}' OR due_at <= now())
        THEN due_at END AS next_attempt_at
    FROM webhook_deliveries WHERE event_id = page.id AND partner_id = $1 OFFSET 0) d ON true
  LEFT JOIN LATERAL (
    SELECT status_code, error, started_at FROM webhook_attempts
    WHERE partner_id = $1 AND event_id = page.id ORDER BY number DESC LIMIT 1) a ON true
  LEFT JOIN webhook_endpoints p ON p.partner_id = $1`;

/**
 * The data of the event's body, and the card that it names. The card is looked up by its id alone: with the partner, and statistics of
 * a short table, PostgreSQL reads all cards of the partner for each event.
 */
const SUBJECT = `LEFT JOIN LATERAL (
    SELECT body::json->'data' AS data FROM webhook_events WHERE id = page.id AND partner_id = $1 OFFSET 0) b ON true
  LEFT JOIN LATERAL (
    SELECT last4, partner_id FROM cards WHERE id = b.data->>'serviceCardId' OFFSET 0) k ON k.partner_id = $1`;

const DELIVERY_OF_EVENT =
  "SELECT FROM webhook_deliveries d WHERE d.partner_id = $1 AND d.event_id = e.id";
/** With OFFSET 0, the delivery of each event is looked up by itself, and not joined from those of all partners. */
const NOT_SENT = `NOT e.is_sent AND NOT EXISTS (${DELIVERY_OF_EVENT} OFFSET 0)`;

/** Puts conditions into other ones. */
const within = (conditions: Condition[], wrap: (sql: string) => string) =>
  conditions.map((each) => ({ ...each, sql: wrap(each.sql) }));

/** The condition that an event `e` has one of the statuses. An event that was not sent has no delivery. */
function statusOfEvent(statuses: readonly EventStatus[]): Condition[] {
  const sent = statuses.filter((each) => each !== "not_sent");
  const hasDelivery = within(
    oneOf("status", sent.length === 0 ? undefined : sent, "d.status"),
    (sql) => `EXISTS (${DELIVERY_OF_EVENT} AND ${sql})`,
  );
  if (sent.length === statuses.length) return hasDelivery;
  const [either] = hasDelivery;
  if (!either) return [{ name: "unsent", sql: NOT_SENT, values: [] }];
  return [{ ...either, name: `unsent_or_${either.name}`, sql: `(${NOT_SENT} OR ${either.sql})` }];
}

/**
 * SQL of the events of one status, which its index has in their order. As a literal, the status would also fit the partial indexes of
 * this status, which have another order.
 */
const eventsOf = (status: EventStatus, filters: Filters) =>
  status === "not_sent"
    ? `SELECT e.partner_id, e.id, e.created_at FROM webhook_events e
        WHERE ${ofPartner("e.partner_id", filters)} AND ${NOT_SENT}`
    : `SELECT d.partner_id, d.event_id AS id, d.created_at FROM webhook_deliveries d
        WHERE ${ofPartner("d.partner_id", filters)} AND d.status = (SELECT '${status}')`;

/** The first events of each of the statuses that match conditions on `l`. */
const firstOfStatuses =
  (statuses: readonly EventStatus[], filters: Filters) =>
  (conditions: string, length: string | number) => {
    const parts = statuses.map(
      (each) => `(SELECT l.* FROM (${eventsOf(each, filters)}) l WHERE true${conditions}
         ORDER BY l.partner_id, l.id DESC LIMIT ${length})`,
    );
    return `(${parts.join(" UNION ALL ")}) l`;
  };

/** The number of events of the chosen types up to which a list is selected from them. */
const MAX_OF_TYPES = 10_000;
/** The number of rows among which the matches are counted where more events have the types. */
const COUNT_WINDOW = 20_000;

/**
 * The condition on the types of the events whose id is in a column. Few events are selected by their types; where
 * there are many (`isCommon`), the event of each row of the list is looked up.
 */
function ofTypes(types: readonly EventType[], column: string, isCommon: boolean): Condition[] {
  const conditions = oneOf("event", types, "e.type");
  if (isCommon)
    return within(
      conditions,
      (sql) =>
        `EXISTS (SELECT FROM webhook_events e WHERE e.partner_id = $1 AND e.id = ${column} AND ${sql})`,
    );
  return conditions.map((each) => ({
    ...each,
    name: `rare_${each.name}`,
    sql: `${column} = ANY(:ids)`,
    ids: `SELECT e.id FROM webhook_events e WHERE e.partner_id = $1 AND ${each.sql}`,
    maxIds: MAX_OF_TYPES,
  }));
}

/** Where many events have the types, few rows of the list may have them. */
const countedPart = (types: readonly EventType[] | undefined, isCommon: boolean, row: string) =>
  types !== undefined && isCommon ? { countWithin: { row, size: COUNT_WINDOW } } : {};

const EVENTS = "list_webhook_events";
/** What all lists of events have. */
const listOfEvents = (partnerId: string, page: PageRequest) => ({
  scope: partnerId,
  page,
  kind: "webhook_events",
  columns: `${EVENT_COLUMNS}, b.data, k.last4`,
  beside: `${BESIDE_EVENT} ${SUBJECT}`,
});

/** The events of some statuses, each read by the index of the status. */
function eventsOfStatuses(
  partnerId: string,
  statuses: readonly EventStatus[],
  filters: Filters,
  page: PageRequest,
  isCommon: boolean,
): Statement {
  const { event } = filters;
  const first = firstOfStatuses(statuses, filters);
  const list = {
    ...listOfEvents(partnerId, page),
    name: [EVENTS, ...statuses].join("_"),
    from: `${first("", "ALL")} WHERE true`,
    id: "l.id",
    conditions: [
      ...(event ? ofTypes(event, "l.id", isCommon) : []),
      ...period(filters, "evt", "l.id", "l.created_at"),
    ],
    ...countedPart(event, isCommon, "l"),
  };
  return mergedStatement(list, () => first);
}

/**
 * Lists the partner's events, newest first. Those of some statuses are selected through the indexes of these; all statuses are no
 * filter. `isCommon`: many events have the chosen types.
 */
export function eventList(
  partnerId: string,
  filters: EventFilters,
  page: PageRequest,
  isCommon = false,
): Statement {
  const { event, status, resourceId } = filters;
  const statuses = EVENT_STATUSES.filter((each) => status?.includes(each));
  const isFiltered = statuses.length > 0 && statuses.length < EVENT_STATUSES.length;
  if (isFiltered && resourceId === undefined)
    return eventsOfStatuses(partnerId, statuses, filters, page, isCommon);
  return listStatement({
    ...listOfEvents(partnerId, page),
    name: EVENTS,
    from: `webhook_events e WHERE ${ofPartner("e.partner_id", filters)}`,
    id: "e.id",
    owner: "e.partner_id",
    conditions: [
      ...when("resource", resourceId, "e.resource_id = ?"),
      ...oneOf("event", event, "e.type"),
      ...period(filters, "evt", "e.id", "e.created_at"),
      ...(isFiltered ? statusOfEvent(statuses) : []),
    ],
  });
}

/** A literal, so that the failed ones are read by their partial index. */
const OUTCOMES: Record<"succeeded" | "failed", Condition> = {
  succeeded: { name: "succeeded", sql: "a.succeeded", values: [] },
  failed: { name: "failed", sql: "NOT a.succeeded", values: [] },
};

/** Lists sent requests; `event` and `resourceId` filter by their events. `isCommon`: many events have the chosen types. */
export function attemptList(
  partnerId: string,
  filters: AttemptFilters,
  page: PageRequest,
  isCommon = false,
): Statement {
  const { event, status, resourceId, eventId } = filters;
  // The attempts of one event or resource are few.
  const isNarrow = resourceId !== undefined || eventId !== undefined;
  return listStatement({
    name: "list_webhook_attempts",
    scope: partnerId,
    page,
    from: `webhook_attempts a WHERE ${ofPartner("a.partner_id", filters)}`,
    id: "a.id",
    owner: "a.partner_id",
    kind: "webhook_attempts",
    conditions: [
      ...(status ? [OUTCOMES[status]] : []),
      ...(event ? ofTypes(event, "a.event_id", isNarrow || isCommon) : []),
      ...period(filters, "dlv", "a.id", "a.started_at"),
      ...when(
        "resource",
        resourceId,
        "EXISTS (SELECT FROM webhook_events e WHERE e.partner_id = $1 AND e.id = a.event_id AND e.resource_id = ?)",
      ),
      ...when("of", eventId, "a.event_id = ?"),
    ],
    ...countedPart(event, isCommon && !isNarrow, "a"),
    columns: `a.*, e.type, e.resource_id AS "resourceId", e.is_test AS "isTest"`,
    beside: `LEFT JOIN LATERAL (
        SELECT event_id AS "eventId", number, url, succeeded, status_code AS "statusCode", error,
          started_at AS "startedAt", duration_ms AS "durationMs"
        FROM webhook_attempts WHERE id = page.id AND partner_id = $1 OFFSET 0) a ON true
      LEFT JOIN LATERAL (
        SELECT type, resource_id, is_test FROM webhook_events
        WHERE id = a."eventId" AND partner_id = $1 OFFSET 0) e ON true`,
  });
}
