import type { z } from "zod";
import type {
  listedEventSchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
  webhookEventDetailSchema,
  webhookEventSchema,
} from "./schema";

type Event = z.input<typeof webhookEventSchema>;

const URL = "https://hooks.example.com/cards";
const CREATED_AT = "2026-11-21T09:40:00.000Z";
const ATTEMPTED_AT = "2026-11-21T09:40:00.042Z";
const data = {
  type: "debit",
  status: "approved",
  serviceCardId: "card_01k9x70c5r8e5t2v7w4y0z1a2b3",
  serviceTransactionId: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
  amount: 25,
  description: "Purchase at Blue Bottle Coffee",
};
const payload = { event: "card.transaction-event", timestamp: CREATED_AT, data } as const;

const event = {
  id: "evt_01k9x71f9r8e5t2v7w4y0z1a2b",
  event: payload.event,
  resourceId: data.serviceTransactionId,
  sequence: 1,
  isTest: false,
  createdAt: CREATED_AT,
} as const;
const lastAttempt = { statusCode: 204, error: null, at: ATTEMPTED_AT };

/** The example responses of the API reference. */
export const EXAMPLE_EVENT: Event = {
  ...event,
  status: "delivered",
  attempts: 1,
  lastAttempt,
  deliveredAt: "2026-11-21T09:40:00.090Z",
};

export const EXAMPLE_LISTED_EVENT: z.input<typeof listedEventSchema> = {
  ...EXAMPLE_EVENT,
  subject: "Purchase at Blue Bottle Coffee, 25.00 USD, card •• 4242",
};

export const EXAMPLE_RESENT_EVENT: Event = {
  ...event,
  status: "pending",
  attempts: 1,
  nextAttemptAt: "2026-11-21T09:45:00.000Z",
  lastAttempt,
};

export const EXAMPLE_TEST_EVENT: Event = {
  ...event,
  isTest: true,
  status: "pending",
  attempts: 0,
  nextAttemptAt: CREATED_AT,
};

const attempt = {
  id: "dlv_01k9x71fcr8e5t2v7w4y0z1a2b",
  attempt: 1,
  url: URL,
  status: "succeeded",
  statusCode: 204,
  error: null,
  durationMs: 48,
  createdAt: ATTEMPTED_AT,
} as const;

export const EXAMPLE_DETAIL: z.input<typeof webhookEventDetailSchema> = {
  ...EXAMPLE_EVENT,
  payload,
  body: JSON.stringify(payload),
  deliveries: [{ ...attempt, responseBody: "" }],
};

export const EXAMPLE_DELIVERY: z.input<typeof webhookDeliverySchema> = {
  ...attempt,
  eventId: event.id,
  event: event.event,
  resourceId: event.resourceId,
  isTest: false,
};

const endpoint = {
  webhookUrl: URL,
  events: ["*" as const],
  lastSuccessAt: "2026-11-16T08:58:11.207Z",
  pending: 118,
  failed24h: 0,
};

export const EXAMPLE_PAUSED_ENDPOINT: z.input<typeof webhookEndpointSchema> = {
  ...endpoint,
  status: "paused",
  failingSince: "2026-11-16T09:00:00.000Z",
  pausedAt: "2026-11-21T09:00:04.512Z",
  notice:
    "Your webhook endpoint is PAUSED: no delivery has succeeded since 2026-11-16T09:00:00.000Z, and no events are sent. 118 events are pending. Fix it, then call Resume Webhook Endpoint (POST /api/v1/partner/webhooks/endpoint/resume). No events are lost.",
};

export const EXAMPLE_HELD_ENDPOINT: z.input<typeof webhookEndpointSchema> = {
  ...endpoint,
  status: "paused",
  pausedAt: "2026-11-21T09:00:04.512Z",
  notice:
    "You paused your webhook endpoint at 2026-11-21T09:00:04.512Z. No events are sent. 118 events are pending. To resume, call Resume Webhook Endpoint (POST /api/v1/partner/webhooks/endpoint/resume). No events are lost.",
};

export const EXAMPLE_ACTIVE_ENDPOINT: z.input<typeof webhookEndpointSchema> = {
  ...endpoint,
  status: "active",
};
