import { EVENT_DATA, EVENT_TYPES, type EventType } from "@/lib/webhooks/events";
import { EVENT_TEXTS } from "./event-texts";
import type { Json, SchemaWriter } from "./schema-writer";

const EXAMPLE_TIMESTAMP = "2026-11-21T09:40:00.000Z";

const header = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** `components.parameters`: how a delivery is signed. Source: spec, Authentication 4; design 7, HMAC bytes. */
export const DELIVERY_PARAMETERS: Json = {
  "X-Webhook-Signature": header(
    "X-Webhook-Signature",
    "HMAC-SHA256 of the raw body, in hex, with your whole webhook secret as the key. Verify it before you read the body.",
  ),
  "webhook-id": header(
    "webhook-id",
    "The event's id, the same at each attempt: take an event once.",
  ),
  "webhook-timestamp": header("webhook-timestamp", "Unix seconds of this attempt."),
  "webhook-signature": header(
    "webhook-signature",
    "The signature as the Standard Webhooks libraries verify it.",
  ),
};

/** `user.kyc-event` → `onUserKycEvent` */
function operationIdOf(type: EventType): string {
  const words = type.split(/[.-]/).map((word) => (word[0] ?? "").toUpperCase() + word.slice(1));
  return `on${words.join("")}`;
}

function eventOf(type: EventType, writer: SchemaWriter): Json {
  const { summary, description, examples } = EVENT_TEXTS[type];
  const bodies = Object.entries(examples).map(([name, data]) => [
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
        "2XX": { description: "Taken. Any other answer, or none, is tried again later." },
      },
    },
  };
}

/** `webhooks` of the document: every event that partners hear. */
export function webhooksOf(writer: SchemaWriter): Json {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, eventOf(type, writer)]));
}
