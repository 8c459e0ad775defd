// SQL: hot lists: the events and attempts of a partner by the selective filter.

import {
  type Condition,
  type List,
  listStatement,
  oneOf,
  type Statement,
  when,
} from "@/lib/db/list-statement";
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
const ID_SLACK_MS = 60_000;

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
  return [...(start ? [start] : []), ...when("to", to, `${instant} < ?`)];
}

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

/** The data of the event's body, and the card that it names. */
const SUBJECT = `LEFT JOIN LATERAL (
    SELECT body::json->'data' AS data FROM webhook_events WHERE id = page.id AND partner_id = $1 OFFSET 0) b ON true
  LEFT JOIN LATERAL (
    SELECT last4 FROM cards WHERE id = b.data->>'serviceCardId' AND partner_id = $1 OFFSET 0) k ON true`;

const DELIVERY_OF_EVENT =
  "SELECT FROM webhook_deliveries d WHERE d.partner_id = $1 AND d.event_id = e.id";
const EVENT_OF_DELIVERY =
  "SELECT FROM webhook_events e WHERE e.partner_id = $1 AND e.id = d.event_id";

/** The statuses of events that have a delivery. */
const SENT_STATUSES = EVENT_STATUSES.filter((each) => each !== "not_sent");

/** Puts conditions into other ones. */
const within = (conditions: Condition[], wrap: (sql: string) => string) =>
  conditions.map((each) => ({ ...each, sql: wrap(each.sql) }));

/**
 * The condition that an event has one of the statuses. An event that was not sent has no delivery; with it, the condition
 * is that no delivery has another status, as alternatives would be looked up for each event.
 */
function statusOfEvent(statuses: readonly EventStatus[] = []): Condition[] {
  if (!statuses.includes("not_sent"))
    return within(
      oneOf("status", statuses.length === 0 ? undefined : statuses, "d.status"),
      (sql) => `EXISTS (${DELIVERY_OF_EVENT} AND ${sql})`,
    );
  const others = SENT_STATUSES.filter((each) => !statuses.includes(each));
  if (others.length === 0) return [];
  if (others.length === SENT_STATUSES.length)
    return [
      { name: "unsent", sql: `NOT e.is_sent AND NOT EXISTS (${DELIVERY_OF_EVENT})`, values: [] },
    ];
  return within(
    when("not_status", others, "d.status = ANY(?)"),
    (sql) => `NOT EXISTS (${DELIVERY_OF_EVENT} AND ${sql})`,
  );
}

/**
 * Selects the events through the status of their deliveries when that is the selective filter; otherwise from the
 * events.
 */
function eventRows(filters: EventFilters): Pick<List, "from" | "id" | "conditions"> {
  const { event, status, resourceId } = filters;
  if (status === undefined || status.includes("not_sent") || resourceId !== undefined)
    return {
      from: "webhook_events e WHERE e.partner_id = $1",
      id: "e.id",
      conditions: [
        ...when("resource", resourceId, "e.resource_id = ?"),
        ...oneOf("event", event, "e.type"),
        ...period(filters, "evt", "e.id", "e.created_at"),
        ...statusOfEvent(status),
      ],
    };
  return {
    from: "webhook_deliveries d WHERE d.partner_id = $1",
    id: "d.event_id",
    conditions: [
      ...oneOf("status", status, "d.status"),
      ...within(
        oneOf("event", event, "e.type"),
        (sql) => `EXISTS (${EVENT_OF_DELIVERY} AND ${sql})`,
      ),
      ...period(filters, "evt", "d.event_id", "d.created_at"),
    ],
  };
}

/** Lists the partner's events, newest first. */
export function eventList(partnerId: string, filters: EventFilters, page: PageRequest): Statement {
  return listStatement({
    ...eventRows(filters),
    name: "list_webhook_events",
    scope: partnerId,
    page,
    kind: "webhook_events",
    columns: `${EVENT_COLUMNS}, b.data, k.last4`,
    beside: `${BESIDE_EVENT} ${SUBJECT}`,
  });
}

/** Lists sent requests; `event` and `resourceId` filter by their events. */
export function attemptList(
  partnerId: string,
  filters: AttemptFilters,
  page: PageRequest,
): Statement {
  const { event, status, resourceId, eventId } = filters;
  const about = (condition: string) =>
    `EXISTS (SELECT FROM webhook_events e WHERE e.partner_id = $1 AND e.id = a.event_id AND ${condition})`;
  return listStatement({
    name: "list_webhook_attempts",
    scope: partnerId,
    page,
    from: "webhook_attempts a WHERE a.partner_id = $1",
    id: "a.id",
    kind: "webhook_attempts",
    conditions: [
      ...when("status", status && status === "succeeded", "a.succeeded = ?"),
      ...within(oneOf("event", event, "e.type"), about),
      ...period(filters, "dlv", "a.id", "a.started_at"),
      ...when("resource", resourceId, about("e.resource_id = ?")),
      ...when("of", eventId, "a.event_id = ?"),
    ],
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
