import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";
import { EVENT_DATA, EVENT_TYPES, type EventType } from "@/lib/webhooks/events";
import { EVENT_EXAMPLES } from "./event-examples";
import type { Json, SchemaWriter } from "./schema-writer";

const EXAMPLE_TIMESTAMP = "2026-11-21T09:40:00.000Z";

interface Header {
  name: string;
  description: string;
  schema: Json;
  example: string | number;
  /** Only some deliveries have this header. */
  isOptional?: boolean;
}

const text = { type: "string" };
const wholeNumber = { type: "integer", minimum: 1 };

/** The headers of a delivery. Source: spec: Authentication 4; design 7, HMAC bytes. */
const DELIVERY_HEADERS: Header[] = [
  {
    name: "X-Webhook-Signature",
    description:
      "HMAC-SHA256 of the raw body in lowercase hex. The key is your current webhook secret, including `whsec_`. Verify this header or `webhook-signature` before you process the body.",
    schema: { ...text, pattern: "^[0-9a-f]{64}$" },
    example: "5e1b1f5a2c9e0f4f3b8a6d7c9b0a1e2d3c4b5a69788796a5b4c3d2e1f0a9b8c7",
  },
  {
    name: "webhook-id",
    description: "The event id. It is the same for every attempt and resend. Process each id once.",
    schema: text,
    example: "evt_01k9x71f9r8e5t2v7w4y0z1a2b",
  },
  {
    name: "webhook-timestamp",
    description: "Unix seconds of this attempt.",
    schema: wholeNumber,
    example: 1_795_254_000,
  },
  {
    name: "webhook-signature",
    description:
      "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the base64-decoded part of the secret after `whsec_`. One signature per active secret, the current one first, separated by spaces. Accept the request if any of them matches.",
    schema: text,
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
  {
    name: "X-Webhook-Sequence",
    description: "The sequence number of the event for its object: 1, 2, …",
    schema: wholeNumber,
    example: 1,
  },
  {
    name: "X-Webhook-Attempt",
    description: "The attempt number for this event, from 1, across resends.",
    schema: wholeNumber,
    example: 1,
  },
  {
    name: "X-Webhook-Test",
    description: "Only on test events (Send Test Event).",
    schema: { const: "true" },
    example: "true",
    isOptional: true,
  },
];

/** `components.parameters`: the headers of a delivery. */
export const DELIVERY_PARAMETERS: Json = Object.fromEntries(
  DELIVERY_HEADERS.map(({ isOptional = false, name, ...rest }) => [
    name,
    { name, in: "header", required: !isOptional, ...rest },
  ]),
);

/** Converts `user.kyc-event` to `onUserKycEvent`. */
function operationIdOf(type: EventType): string {
  const words = type.split(/[.-]/).map((word) => (word[0] ?? "").toUpperCase() + word.slice(1));
  return `on${words.join("")}`;
}

function eventOf(type: EventType, writer: SchemaWriter): Json {
  const { summary, description } = EVENT_TEXTS[type];
  const bodies = Object.entries(EVENT_EXAMPLES[type]).map(([name, data]) => [
    name,
    { value: { event: type, timestamp: EXAMPLE_TIMESTAMP, data } },
  ]);
  return {
    post: {
      operationId: operationIdOf(type),
      tags: ["Events"],
      summary,
      description,
      security: [],
      parameters: Object.keys(DELIVERY_PARAMETERS).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["event", "timestamp", "data"],
              properties: {
                event: { const: type },
                timestamp: { type: "string", format: "date-time" },
                data: writer.write(EVENT_DATA[type], "output"),
              },
            },
            examples: Object.fromEntries(bodies),
          },
        },
      },
      responses: {
        "2XX": {
          description: "Accepted. Any other response, or none within 10 seconds, is retried later.",
        },
      },
    },
  };
}

/** `webhooks` of the document: every event that partners receive. */
export function webhooksOf(writer: SchemaWriter): Json {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, eventOf(type, writer)]));
}
