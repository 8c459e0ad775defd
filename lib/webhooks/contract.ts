import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { cursorPagination, cursorQuery, instant, isIdCursor } from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import {
  EXAMPLE_ACTIVE_ENDPOINT,
  EXAMPLE_DELIVERY,
  EXAMPLE_DETAIL,
  EXAMPLE_EVENT,
  EXAMPLE_HELD_ENDPOINT,
  EXAMPLE_LISTED_EVENT,
  EXAMPLE_PAUSED_ENDPOINT,
  EXAMPLE_RESENT_EVENT,
  EXAMPLE_TEST_EVENT,
} from "./example-answers";
import { MAX_REPLAYED, REPLAY_STATUSES } from "./replay-limits";
import {
  ATTEMPT_STATUSES,
  afterRule,
  EVENT_STATUSES,
  eventIdFilter,
  eventType,
  isAfter,
  listedEventSchema,
  listFilters,
  webhookDeliverySchema,
  webhookEndpointSchema,
  webhookEventDetailSchema,
  webhookEventSchema,
} from "./schema";
import {
  EXAMPLE_STATISTICS,
  MAX_COUNTED_ATTEMPTS,
  STATISTICS_PERIODS,
  webhookStatisticsSchema,
} from "./statistics/schema";

const PATH = "/api/v1/partner/webhooks";
const tag = "Webhooks";
const eventParams = z.object({ eventId: z.string() });
const examplePage = { skip: 0, limit: 50, total: 1 };
const exampleParams = { eventId: EXAMPLE_EVENT.id };
/** A partner that knows when the events failed would otherwise leave them out: their retries take more than a day. */
const CREATED_SINCE =
  "Only events created at or after this time. An event can fail days after it was created";
const CREATED_BEFORE = "Only events created before this time";
const RESTING = ["WEBHOOK_NOT_SET", "WEBHOOK_PAUSED"] as const;

/** Filters of List Webhook Events. */
export const eventFilters = { status: filterBy(EVENT_STATUSES), ...listFilters };

export const listWebhookEventsContract = contract({
  id: "listWebhookEvents",
  method: "GET",
  path: `${PATH}/events`,
  tag,
  summary: "List Webhook Events",
  scope: "read",
  description:
    "All events, sent or not, newest first, with their delivery status. Filters apply to the time of the event.",
  query: z
    .object({
      ...cursorQuery(isIdCursor("evt")),
      ...eventFilters,
    })
    .refine(({ from, to }) => isAfter(from, to), afterRule("from", "to")),
  data: z.object({ events: z.array(listedEventSchema), pagination: cursorPagination }),
  message: "Webhook events",
  errors: [],
  examples: {
    query: { status: "delivered", event: EXAMPLE_EVENT.event },
    data: { events: [EXAMPLE_LISTED_EVENT], pagination: examplePage },
  },
});

export const getWebhookEventContract = contract({
  id: "getWebhookEvent",
  method: "GET",
  path: `${PATH}/events/{eventId}`,
  tag,
  summary: "Get Webhook Event",
  scope: "read",
  description: "An event with its exact body and all delivery attempts.",
  params: eventParams,
  data: webhookEventDetailSchema,
  message: "Webhook event",
  errors: ["WEBHOOK_EVENT_NOT_FOUND"],
  examples: { params: exampleParams, data: EXAMPLE_DETAIL },
});

export const resendWebhookEventContract = contract({
  id: "resendWebhookEvent",
  method: "POST",
  path: `${PATH}/events/{eventId}/resend`,
  tag,
  summary: "Resend Webhook Event",
  scope: "webhooks",
  description:
    "Sends an event again, or for the first time, regardless of your subscription, with the same `webhook-id` and body and with retries. If an attempt is in progress, no second attempt is made.",
  params: eventParams,
  data: webhookEventSchema,
  message: "Webhook event will be sent",
  errors: ["WEBHOOK_EVENT_NOT_FOUND", ...RESTING],
  examples: { params: exampleParams, data: EXAMPLE_RESENT_EVENT },
});

export const getWebhookStatisticsContract = contract({
  id: "getWebhookStatistics",
  method: "GET",
  path: `${PATH}/statistics`,
  tag,
  summary: "Get Webhook Statistics",
  description: `Attempts per hour or day and their duration, from the stored attempts: of the latest ${MAX_COUNTED_ATTEMPTS.toLocaleString("en-US")} at most.`,
  audience: "dashboard",
  query: z.object({ period: z.enum(STATISTICS_PERIODS) }),
  data: webhookStatisticsSchema,
  message: "Webhook statistics",
  errors: [],
  examples: { query: { period: "day" }, data: EXAMPLE_STATISTICS },
});

export const listWebhookDeliveriesContract = contract({
  id: "listWebhookDeliveries",
  method: "GET",
  path: `${PATH}/deliveries`,
  tag,
  summary: "List Webhook Deliveries",
  scope: "read",
  description:
    "All delivery attempts to your endpoint, newest first. Filters apply to the time of the attempt. Get Webhook Event returns the response bodies.",
  query: z
    .object({
      ...cursorQuery(isIdCursor("dlv")),
      status: z.enum(ATTEMPT_STATUSES).optional(),
      ...listFilters,
      eventId: eventIdFilter,
    })
    .refine(({ from, to }) => isAfter(from, to), afterRule("from", "to")),
  data: z.object({ deliveries: z.array(webhookDeliverySchema), pagination: cursorPagination }),
  message: "Webhook deliveries",
  errors: [],
  examples: {
    query: { eventId: EXAMPLE_EVENT.id },
    data: { deliveries: [EXAMPLE_DELIVERY], pagination: examplePage },
  },
});

export const replayWebhookEventsContract = contract({
  id: "replayWebhookEvents",
  method: "POST",
  path: `${PATH}/replay`,
  tag,
  summary: "Replay Webhook Events",
  scope: "webhooks",
  description: `Delivers events again that happened from \`since\` on, oldest first, each with all its retries: those that failed, unless \`statuses\` says otherwise. An event with an attempt under way is left out. First attempts at events of one resource keep their order. At most ${MAX_REPLAYED} in one call: repeat it while \`hasMore\` is true.`,
  body: z
    .object({
      since: instant.meta({ description: CREATED_SINCE }),
      until: instant.optional().meta({ description: CREATED_BEFORE }),
      event: listFilters.event,
      resourceId: listFilters.resourceId,
      statuses: z
        .array(z.enum(REPLAY_STATUSES))
        .min(1)
        .max(REPLAY_STATUSES.length)
        .optional()
        .meta({
          description:
            'Default `["failed"]`. `pending`: retried now instead of at the next retry. `not_sent`: of the event types that you are subscribed to now, or of `event`',
        }),
    })
    .refine(({ since, until }) => isAfter(since, until), afterRule("since", "until")),
  data: z.object({
    replayed: z.int().min(0).meta({ description: "Number of events that will be sent" }),
    hasMore: z.boolean().meta({ description: "Whether more events remain. Call again if true" }),
  }),
  audited: ["event", "since", "until"],
  message: "Webhook events will be sent",
  errors: [...RESTING],
  examples: {
    body: { since: "2026-11-21T00:00:00Z", statuses: ["failed", "not_sent"] },
    data: { replayed: 12, hasMore: false },
  },
});

const replayCount = z.int().min(0);

export const countReplayableEventsContract = contract({
  id: "countReplayableEvents",
  method: "GET",
  path: `${PATH}/replay`,
  tag,
  summary: "Count Replayable Webhook Events",
  scope: "read",
  description: `How many events of each status Replay Webhook Events would send with these filters. Each number is counted up to ${MAX_REPLAYED + 1}, one more than a replay takes.`,
  query: z
    .object({
      since: instant.optional().meta({ description: CREATED_SINCE }),
      until: instant.optional().meta({ description: CREATED_BEFORE }),
      event: listFilters.event,
      resourceId: listFilters.resourceId,
    })
    .refine(({ since, until }) => isAfter(since, until), afterRule("since", "until")),
  data: z.object({ failed: replayCount, pending: replayCount, not_sent: replayCount }),
  message: "Replayable webhook events",
  errors: [],
  examples: {
    query: { since: "2026-11-21T00:00:00Z" },
    data: { failed: 12, pending: 1, not_sent: 35 },
  },
});

export const sendTestEventContract = contract({
  id: "sendTestEvent",
  method: "POST",
  path: `${PATH}/test`,
  tag,
  summary: "Send Test Event",
  scope: "webhooks",
  description:
    "Sends an event with sample data to your endpoint, regardless of your subscription. It is signed, retried and listed like any other event, and marked with `isTest` and the header `X-Webhook-Test`.",
  body: z.object({ event: eventType }),
  data: webhookEventSchema,
  audited: ["event"],
  message: "Test event will be sent",
  errors: [...RESTING],
  examples: { body: { event: EXAMPLE_EVENT.event }, data: EXAMPLE_TEST_EVENT },
});

export const getWebhookEndpointContract = contract({
  id: "getWebhookEndpoint",
  method: "GET",
  path: `${PATH}/endpoint`,
  tag,
  summary: "Get Webhook Endpoint",
  scope: "read",
  description: "The status of your endpoint, and what to do if it fails.",
  data: webhookEndpointSchema,
  message: "Webhook endpoint",
  errors: [],
  examples: { data: EXAMPLE_PAUSED_ENDPOINT },
});

export const pauseWebhookEndpointContract = contract({
  id: "pauseWebhookEndpoint",
  method: "POST",
  path: `${PATH}/endpoint/pause`,
  tag,
  summary: "Pause Webhook Endpoint",
  scope: "webhooks",
  description:
    "Pauses all deliveries until you resume. New events are saved as pending. An event that waits for longer than events are kept (a year by default) fails. A delivery in progress may still arrive. No effect on a paused endpoint.",
  data: webhookEndpointSchema,
  message: "Webhook endpoint paused",
  errors: ["WEBHOOK_NOT_SET"],
  examples: { data: EXAMPLE_HELD_ENDPOINT },
});

export const resumeWebhookEndpointContract = contract({
  id: "resumeWebhookEndpoint",
  method: "POST",
  path: `${PATH}/endpoint/resume`,
  tag,
  summary: "Resume Webhook Endpoint",
  scope: "webhooks",
  description:
    "Resumes an endpoint that you paused or that was paused after failures. Due events are sent immediately. Set Webhook has the same effect. No effect on an active endpoint.",
  data: webhookEndpointSchema,
  message: "Webhook endpoint resumed",
  errors: ["WEBHOOK_NOT_SET"],
  examples: { data: EXAMPLE_ACTIVE_ENDPOINT },
});
