import { z } from "zod";
import { instant, opaque, rule, timestamp } from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import { personal } from "@/lib/contract/sensitive";
import { MAX_COUNTED } from "@/lib/kernel/page";
import { EVENT_TYPES } from "./events";

/**
 * The delivery statuses of an event; `not_sent`: no webhook URL was set, or the type was not subscribed to, at that
 * time.
 */
export const EVENT_STATUSES = ["pending", "delivered", "failed", "not_sent"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
export const ATTEMPT_STATUSES = ["succeeded", "failed"] as const;
const ENDPOINT_STATUSES = ["not_set", "active", "failing", "paused"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** The maximum number of attempts that an event shows, newest first; List Webhook Deliveries returns all. */
export const MAX_SHOWN_ATTEMPTS = 100;

export const eventType = z.enum(EVENT_TYPES);
/** `*` subscribes to all events. */
export const subscribedEvent = z.enum(["*", ...EVENT_TYPES]);
const statusCode = z.int().nullable().meta({ description: "HTTP status. Null without a response" });
const error = z.string().nullable().meta({ description: "Why the attempt failed" });

export const webhookEventSchema = z
  .object({
    id: z.string().meta({ description: "Sent as `webhook-id` with each delivery" }),
    event: eventType,
    resourceId: z.string().meta({
      description: "The related user, card transaction, withdrawal or deposit",
    }),
    sequence: z
      .int()
      .min(1)
      .meta({ description: "The sequence number of the event for its object" }),
    isTest: z.boolean(),
    status: z.enum(EVENT_STATUSES).meta({
      description:
        "`failed`: all attempts failed. `not_sent`: no webhook URL was set or the event type was not subscribed when the event was created",
    }),
    attempts: z.int().min(0).meta({ description: "Number of attempts made" }),
    nextAttemptAt: timestamp.optional().meta({
      description: "Only while pending. Absent during an attempt or while the endpoint is paused",
    }),
    lastAttempt: z.object({ statusCode, error, at: timestamp }).optional(),
    deliveredAt: timestamp.optional().meta({ description: "Only when delivered" }),
    createdAt: timestamp,
  })
  .meta({ id: "WebhookEvent" });

/** An event of a list. */
export const listedEventSchema = webhookEventSchema
  .extend({
    subject: personal(
      z.string().meta({
        description: "What the event is about, for people. Its wording may change",
      }),
    ),
  })
  .meta({ id: "ListedWebhookEvent" });

const attemptFields = {
  id: z.string(),
  attempt: z.int().min(1).meta({ description: "Attempt number, from 1" }),
  url: z.string(),
  status: z.enum(ATTEMPT_STATUSES),
  statusCode,
  error,
};
const attemptTimes = {
  durationMs: z.int().min(0),
  createdAt: timestamp.meta({ description: "When the attempt began" }),
};

export const webhookDeliverySchema = z
  .object({
    ...attemptFields,
    eventId: z.string(),
    event: eventType,
    resourceId: z.string(),
    isTest: z.boolean(),
    ...attemptTimes,
  })
  .meta({ id: "WebhookDelivery" });

export const webhookEventDetailSchema = webhookEventSchema
  .extend({
    payload: personal(
      z
        .object({ event: eventType, timestamp, data: z.record(z.string(), z.unknown()) })
        .meta({ description: "The parsed body" }),
    ),
    body: personal(z.string().meta({ description: "The exact body that is signed" })),
    deliveries: z
      .array(
        z.object({
          ...attemptFields,
          responseBody: personal(z.string()).nullable().meta({ description: "At most 16 kB" }),
          ...attemptTimes,
        }),
      )
      .max(MAX_SHOWN_ATTEMPTS)
      .meta({ description: `The latest ${MAX_SHOWN_ATTEMPTS} attempts, newest first` }),
  })
  .meta({ id: "WebhookEventDetail" });

const hasMore = (count: string) =>
  z
    .boolean()
    .optional()
    .meta({ description: `Present if there are more events than \`${count}\`` });

export const webhookEndpointSchema = z
  .object({
    webhookUrl: z.string().nullable(),
    events: z
      .array(subscribedEvent)
      .meta({ description: "The subscription. `*` means all events" }),
    status: z.enum(ENDPOINT_STATUSES).meta({
      description:
        "`failing`: no delivery has succeeded since `failingSince`. `paused`: you paused the endpoint, or it was paused after failures (with `failingSince`). No events are sent until you resume it",
    }),
    failingSince: timestamp
      .optional()
      .meta({ description: "The first failure since the last success" }),
    pausedAt: timestamp.optional(),
    lastSuccessAt: timestamp.optional(),
    pending: z
      .int()
      .min(0)
      .meta({ description: `Events that are pending delivery, counted up to ${MAX_COUNTED}` }),
    hasMorePending: hasMore("pending"),
    failed24h: z
      .int()
      .min(0)
      .meta({
        description: `Events that failed in the last 24 hours after all attempts, counted up to ${MAX_COUNTED}`,
      }),
    hasMoreFailed24h: hasMore("failed24h"),
    notice: z.string().optional().meta({ description: "Human-readable problem and next step" }),
  })
  .meta({ id: "WebhookEndpoint" });

const id = opaque(1, 100).optional();

/** Filters of both lists: period, event type and resource. */
export const listFilters = {
  event: filterBy(EVENT_TYPES),
  from: instant.optional().meta({ description: "Only at or after this time" }),
  to: instant.optional().meta({ description: "Only before this time" }),
  resourceId: id.meta({
    description: "Filters by user, card transaction, withdrawal or deposit",
  }),
};
export const eventIdFilter = id.meta({ description: "Filters by event" });

/** Whether the second instant, if both are given, is later than the first. */
export const isAfter = (from: Date | undefined, to: Date | undefined) =>
  from === undefined || to === undefined || from < to;

/** The validation error of the second instant when it is not later. */
export const afterRule = (from: string, to: string) => ({
  path: [to],
  ...rule("isAfter", `must be after ${from}`),
});
