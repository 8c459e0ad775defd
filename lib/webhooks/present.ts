import type { z } from "zod";
import { EVENT_TYPES, type EventType } from "./events";
import type {
  listedEventSchema,
  webhookDeliverySchema,
  webhookEventDetailSchema,
  webhookEventSchema,
} from "./schema";
import type {
  AttemptRow,
  DeliveryRow,
  EventDetailRow,
  ListedEventRow,
  WebhookEventRow,
} from "./sql-store";
import { subjectOf } from "./subject-of";

/**
 * Returns the event type of a stored name.
 * @throws Error for an unknown type.
 */
export function eventTypeOf(type: string): EventType {
  const known = EVENT_TYPES.find((one) => one === type);
  if (known) return known;
  throw new Error(`an event of the unknown type ${type}`);
}

function lastAttemptOf(row: WebhookEventRow) {
  if (row.lastAttemptAt === null) return {};
  const { lastStatusCode: statusCode, lastError: error, lastAttemptAt } = row;
  return { lastAttempt: { statusCode, error, at: lastAttemptAt.toISOString() } };
}

/** Converts a row to the API format of lists. */
export function presentEvent(row: WebhookEventRow): z.input<typeof webhookEventSchema> {
  const { id, resourceId, sequence, isTest, attempts, nextAttemptAt, completedAt } = row;
  return {
    id,
    event: eventTypeOf(row.type),
    resourceId,
    sequence,
    isTest,
    status: row.status ?? "not_sent",
    attempts,
    ...(nextAttemptAt && { nextAttemptAt: nextAttemptAt.toISOString() }),
    ...lastAttemptOf(row),
    ...(row.status === "delivered" && completedAt && { deliveredAt: completedAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts a row of a list to the API format. */
export function presentListedEvent(row: ListedEventRow): z.input<typeof listedEventSchema> {
  const subject = subjectOf(eventTypeOf(row.type), row.data, row.last4);
  return { ...presentEvent(row), subject };
}

function presentAttempt(row: Omit<AttemptRow, "startedAt">) {
  const { id, url, statusCode, error } = row;
  const status: "succeeded" | "failed" = row.succeeded ? "succeeded" : "failed";
  return { id, attempt: row.number, url, status, statusCode, error };
}

const timesOf = (row: { durationMs: number; startedAt: Date | string }) => ({
  durationMs: row.durationMs,
  createdAt: new Date(row.startedAt).toISOString(),
});

/** Converts a sent request and its event to the API format. */
export function presentDelivery(row: DeliveryRow): z.input<typeof webhookDeliverySchema> {
  const { eventId, type, resourceId, isTest } = row;
  return {
    ...presentAttempt(row),
    eventId,
    event: eventTypeOf(type),
    resourceId,
    isTest,
    ...timesOf(row),
  };
}

/** Converts an event with its body and attempts to the API format. */
export function presentEventDetail(row: EventDetailRow): z.input<typeof webhookEventDetailSchema> {
  const { body, shown } = row;
  return {
    ...presentEvent(row),
    payload: JSON.parse(body),
    body,
    deliveries: shown.map((attempt) => ({
      ...presentAttempt(attempt),
      responseBody: attempt.responseBody,
      ...timesOf(attempt),
    })),
  };
}
