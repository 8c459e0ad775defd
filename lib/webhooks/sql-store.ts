// SQL: hot lists of events and attempts. Lock: the secret and the delivery of an event change in one statement.

import { change, query } from "@/lib/db";
import { changeOnce } from "@/lib/db/change-once";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import type { Statement } from "@/lib/db/list-statement";
import { queryList } from "@/lib/db/query-list";
import { MAX_COUNTED, type Page, type PageRequest, type Total } from "@/lib/kernel/page";
import {
  type AttemptFilters,
  attemptList,
  BESIDE_EVENT,
  EVENT_COLUMNS,
  type EventFilters,
  eventList,
  RESENT,
} from "./lists";
import { MAX_SHOWN_ATTEMPTS } from "./schema";
import { canSend, cappedTotal, type EndpointFlags } from "./store";
import type { StoredData } from "./subject-of";

interface NewSecret {
  id: string;
  sealed: string;
  at: Date;
  /** The time until which the replaced secret still signs. */
  previousExpiresAt: Date;
}

/** An event with its delivery status; `status` is null when the event has no delivery. */
export interface WebhookEventRow {
  id: string;
  type: string;
  resourceId: string;
  sequence: number;
  isTest: boolean;
  createdAt: Date;
  status: "pending" | "delivered" | "failed" | null;
  attempts: number;
  nextAttemptAt: Date | null;
  completedAt: Date | null;
  lastStatusCode: number | null;
  lastError: string | null;
  /** Null before the first attempt. */
  lastAttemptAt: Date | null;
}

/** An event of a list. */
export interface ListedEventRow extends WebhookEventRow {
  data: StoredData;
  /** The last four digits of the event's card; null when it has none. */
  last4: string | null;
}

/** A sent request. */
export interface AttemptRow {
  id: string;
  number: number;
  url: string;
  succeeded: boolean;
  statusCode: number | null;
  error: string | null;
  startedAt: Date;
  durationMs: number;
}

/** A sent request with its event. */
export interface DeliveryRow extends AttemptRow {
  eventId: string;
  type: string;
  resourceId: string;
  isTest: boolean;
}

/** An event with its body and its last attempts, newest first. Instants are in the format of PostgreSQL's JSON. */
export interface EventDetailRow extends WebhookEventRow {
  body: string;
  shown: (Omit<AttemptRow, "startedAt"> & { startedAt: string; responseBody: string | null })[];
}

/**
 * Sets a partner's webhook URL with a new secret; replaced secrets still sign until they expire. Resumes a paused
 * endpoint. Without a URL, only the secret changes. The replaced ones expire by the clock of the database, by which all processes sign.
 */
export async function setEndpoint(
  partnerId: string,
  url: string | undefined,
  { id, sealed, at, previousExpiresAt }: NewSecret,
): Promise<void> {
  const text = `SELECT set_webhook_endpoint($1, $2, $3, $4, $5, ${instantAfter("$6")}) AS "isFirst"`;
  const values = [partnerId, url, id, sealed, at, msUntil(previousExpiresAt)];
  await changeOnce("set_webhook_endpoint", text, values);
}

/** Deletes the secrets of all partners that no longer sign at an instant of the service's clock; returns their number. */
export async function deleteExpiredSecrets(at: Date): Promise<number> {
  const rows = await query(
    "delete_expired_webhook_secrets",
    `DELETE FROM webhook_secrets WHERE expires_at <= ${instantAfter("$1")} RETURNING id`,
    [msUntil(at)],
  );
  return rows.length;
}

/**
 * Reads a page of a list that is selected from the events of the chosen types where these are few, and else is compared with
 * the types.
 */
async function findOfTypes<Row extends { id: string }>(
  statement: (isCommon: boolean) => Statement,
  { skip, limit }: PageRequest,
): Promise<Page<Row>> {
  const { hasTooManyIds, ...found } = await queryList<Row>(statement(false), limit);
  if (!hasTooManyIds) return found;
  const page = await queryList<Row>(statement(true), limit);
  // The matches are counted in a part of the list, and the page may be beyond it.
  return page.hasMoreThanTotal
    ? { ...page, total: Math.max(page.total, skip + page.rows.length) }
    : page;
}

/** Finds events, newest first. */
export function findEvents(
  partnerId: string,
  filters: EventFilters,
  page: PageRequest,
): Promise<Page<ListedEventRow>> {
  return findOfTypes((isCommon) => eventList(partnerId, filters, page, isCommon), page);
}

/** Finds sent requests, newest first. */
export function findDeliveries(
  partnerId: string,
  filters: AttemptFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  return findOfTypes((isCommon) => attemptList(partnerId, filters, page, isCommon), page);
}

export async function findEvent(
  partnerId: string,
  eventId: string,
): Promise<WebhookEventRow | undefined> {
  const [row] = await query<WebhookEventRow>(
    "find_webhook_event",
    `SELECT page.id, ${EVENT_COLUMNS}
     FROM (SELECT id FROM webhook_events WHERE partner_id = $1 AND id = $2) page ${BESIDE_EVENT}`,
    [partnerId, eventId],
  );
  return row;
}

export async function findEventWithAttempts(
  partnerId: string,
  eventId: string,
): Promise<EventDetailRow | undefined> {
  const [row] = await query<EventDetailRow>(
    "find_webhook_event_with_attempts",
    `SELECT page.id, page.body, ${EVENT_COLUMNS}, (SELECT coalesce(json_agg(t), '[]') FROM (
       SELECT id, number, url, succeeded, status_code AS "statusCode", response_body AS "responseBody", error,
         started_at AS "startedAt", duration_ms AS "durationMs"
       FROM webhook_attempts WHERE partner_id = $1 AND event_id = page.id ORDER BY number DESC LIMIT $3) t) AS shown
     FROM (SELECT id, body FROM webhook_events WHERE partner_id = $1 AND id = $2) page ${BESIDE_EVENT}`,
    [partnerId, eventId, MAX_SHOWN_ATTEMPTS],
  );
  return row;
}

/**
 * Counts a partner's deliveries that have failed since an instant, without reading earlier ones. With a value in place of
 * 'failed', the partial index could not be used.
 */
export const failedCount = (partnerId: string, since: Date): Statement => ({
  name: "count_failed_webhook_deliveries",
  text: `SELECT count(*)::int AS counted FROM (SELECT FROM webhook_deliveries
    WHERE partner_id = $1 AND status = 'failed' AND completed_at >= $2 ORDER BY completed_at DESC LIMIT $3) failed`,
  values: [partnerId, since, MAX_COUNTED + 1],
});

/** Counts a partner's deliveries that have failed since an instant, up to MAX_COUNTED. */
export async function countFailed(partnerId: string, since: Date): Promise<Total> {
  const { name, text, values } = failedCount(partnerId, since);
  const [row] = await query<{ counted: number }>(name, text, values);
  return cappedTotal(row?.counted ?? 0);
}

/** The columns of EndpointFlags, from a table named `p` that may have no row. */
export const FLAGS = `p.url IS NOT NULL AS "isSet", p.paused_at IS NOT NULL AS "isPaused"`;
export const ENDPOINT = "(SELECT) always LEFT JOIN webhook_endpoints p ON p.partner_id = $1";
export const OPEN_ENDPOINT =
  "SELECT FROM webhook_endpoints WHERE partner_id = $1 AND url IS NOT NULL AND paused_at IS NULL";
/** Whether a delivery named `d` has an attempt in flight, or one whose result is not recorded yet. */
export const UNDER_WAY = "d.status = 'pending' AND d.lease_id IS NOT NULL AND d.due_at > now()";

/**
 * Makes an event due now with all its retries, if the endpoint is set and not paused. While an attempt is in flight, no
 * second one is sent beside it: the delivery is due when the lease of that attempt expires. A success of that attempt
 * ends the delivery. Its failure is not counted, because it no longer holds the lease.
 */
export async function armDelivery(
  partnerId: string,
  eventId: string,
): Promise<EndpointFlags & { isKnown: boolean }> {
  const [row] = await change<EndpointFlags & { isKnown: boolean }>(
    "arm_webhook_delivery",
    `WITH kept AS MATERIALIZED (SELECT e.* FROM keep_webhook_events(ARRAY[$2]) k (id) JOIN webhook_events e USING (id)
       WHERE e.partner_id = $1),
     armed AS (
       INSERT INTO webhook_deliveries AS d (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
       SELECT id, partner_id, resource_id, sequence, 'pending', now(), created_at FROM kept WHERE EXISTS (${OPEN_ENDPOINT})
       ON CONFLICT (event_id) DO UPDATE SET status = 'pending', failures = 0, completed_at = NULL,
         due_at = CASE WHEN ${UNDER_WAY} THEN d.due_at ELSE now() END,
         lease_id = CASE WHEN ${UNDER_WAY} THEN '${RESENT}' END
       RETURNING d.event_id)
     SELECT EXISTS (SELECT FROM kept) AS "isKnown", mark_webhook_events_sent(ARRAY(SELECT event_id FROM armed)) AS marked, ${FLAGS}
     FROM ${ENDPOINT}`,
    [partnerId, eventId],
    ([armed]) => armed?.isKnown === true && canSend(armed),
  );
  if (!row) throw new Error("the endpoint was not read");
  return row;
}
