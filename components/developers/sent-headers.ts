import type { ApiData } from "@/lib/api/client/types";

type Event = ApiData<"getWebhookEvent">;

const NOT_KEPT = "(created for each attempt with your secret; not stored)";

/** Returns the headers of an attempt. Signatures are not stored: together with the body they would allow a replay. */
export function sentHeaders(
  { id, sequence, isTest }: Pick<Event, "id" | "sequence" | "isTest">,
  { attempt, createdAt }: Pick<Event["deliveries"][number], "attempt" | "createdAt">,
): string {
  return [
    "Content-Type: application/json",
    `webhook-id: ${id}`,
    `webhook-timestamp: ${Math.floor(Date.parse(createdAt) / 1_000)}`,
    `webhook-signature: ${NOT_KEPT}`,
    `X-Webhook-Signature: ${NOT_KEPT}`,
    `X-Webhook-Sequence: ${sequence}`,
    `X-Webhook-Attempt: ${attempt}`,
    ...(isTest ? ["X-Webhook-Test: true"] : []),
  ].join("\n");
}
