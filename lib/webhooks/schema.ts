import { z } from "zod";
import { instant, opaque, rule, timestamp } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import { EVENT_TYPES } from "./events";

/** How the delivery of an event stands; `not_sent`: there was no webhook URL, or no subscription, when it happened. */
export const EVENT_STATUSES = ["pending", "delivered", "failed", "not_sent"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
export const ATTEMPT_STATUSES = ["succeeded", "failed"] as const;
export const ENDPOINT_STATUSES = ["not_set", "active", "failing", "paused"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** How many attempts an event shows, newest first; List Webhook Deliveries has them all. */
export const MAX_SHOWN_ATTEMPTS = 100;

export const eventType = z.enum(EVENT_TYPES);
/** `*` stands for all. */
export const subscribedEvent = z.enum(["*", ...EVENT_TYPES]);
const statusCode = z.int().nullable().meta({ description: "HTTP status; null without an answer" });
const error = z
  .string()
  .nullable()
  .meta({ description: "Why there was no answer, or none that counts" });

export const webhookEventSchema = z
  .object({
    id: z.string().meta({ description: "The same in `webhook-id` of each delivery" }),
    event: eventType,
    resourceId: z.string().meta({
      description: "The user, card transaction, withdrawal or deposit that it is about",
    }),
    sequence: z
      .int()
      .min(1)
      .meta({ description: "Its place among the events of the same resource" }),
    isTest: z.boolean(),
    status: z.enum(EVENT_STATUSES).meta({
      description:
        "`failed`: not taken by all attempts. `not_sent`: there was no webhook URL, or no subscription, when it happened",
    }),
    attempts: z.int().min(0).meta({ description: "All that were made" }),
    nextAttemptAt: timestamp.optional().meta({
      description:
        "Only while pending; left out while an attempt is under way or the endpoint is paused",
    }),
    lastAttempt: z.object({ statusCode, error, at: timestamp }).optional(),
    deliveredAt: timestamp.optional().meta({ description: "Only when delivered" }),
    createdAt: timestamp,
  })
  .meta({ id: "WebhookEvent" });

const attemptFields = {
  id: z.string(),
  attempt: z.int().min(1).meta({ description: "From 1, over all attempts at the event" }),
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
        .meta({ description: "What is sent, parsed" }),
    ),
    body: personal(
      z.string().meta({ description: "What is sent, byte for byte: the signed text" }),
    ),
    deliveries: z
      .array(
        z.object({
          ...attemptFields,
          responseBody: personal(z.string())
            .nullable()
            .meta({ description: "As far as it was kept: 16 kB of it" }),
          ...attemptTimes,
        }),
      )
      .max(MAX_SHOWN_ATTEMPTS)
      .meta({ description: `The attempts, newest first: the last ${MAX_SHOWN_ATTEMPTS}` }),
  })
  .meta({ id: "WebhookEventDetail" });

export const webhookEndpointSchema = z
  .object({
    webhookUrl: z.string().nullable(),
    events: z
      .array(subscribedEvent)
      .meta({ description: "The subscription; `*` stands for all events" }),
    status: z.enum(ENDPOINT_STATUSES).meta({
      description:
        "`failing`: nothing was taken since `failingSince`. `paused`: you paused it, or it failed for so long (then there is a `failingSince`) that nothing is sent until you resume it",
    }),
    failingSince: timestamp
      .optional()
      .meta({ description: "The first failure since the last success" }),
    pausedAt: timestamp.optional(),
    lastSuccessAt: timestamp.optional(),
    pending: z
      .int()
      .min(0)
      .meta({ description: "Events that are not delivered yet and will be tried" }),
    failed24h: z
      .int()
      .min(0)
      .meta({ description: "Events that failed in the last 24 hours after all attempts" }),
    notice: z
      .string()
      .optional()
      .meta({ description: "For people: what is wrong, and what to do" }),
  })
  .meta({ id: "WebhookEndpoint" });

const id = opaque(1, 100).optional();

/** Filters of both lists: by when, what kind, and what about. */
export const listFilters = {
  event: eventType.optional(),
  from: instant.optional().meta({ description: "Only from this instant on" }),
  to: instant.optional().meta({ description: "Only before this instant" }),
  resourceId: id.meta({
    description: "Only about this user, card transaction, withdrawal or deposit",
  }),
};
export const eventIdFilter = id.meta({ description: "Only of this event" });

/** For two fields of one object: an instant and a later one. */
export const isAfter = (from: Date | undefined, to: Date | undefined) =>
  from === undefined || to === undefined || from < to;

/** What is said of the later one when it is not. */
export const afterRule = (from: string, to: string) => ({
  path: [to],
  ...rule("isAfter", `must be after ${from}`),
});
