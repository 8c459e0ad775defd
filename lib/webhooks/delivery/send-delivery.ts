import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { errorFields, log } from "@/lib/kernel/log";
import type { ClaimedDelivery } from "./attempt";
import type { PostResult, postWebhook } from "./post-webhook";
import { signatureHeaders } from "./signature-headers";
import { signingSecrets } from "./signing-secrets";

const UNSIGNED =
  "The event could not be signed, so it was not sent. Set the webhook URL again to make a new secret.";
const OUR_FAULT =
  "The request could not be sent because of an error on our side. It is retried automatically.";

/** Signs by the clock of the database: receivers refuse a signature whose time is some minutes off. */
function headersOf(delivery: ClaimedDelivery, at: Date): Record<string, string> {
  const { eventId, body, sequence, attempts, isTest, clockOffsetMs } = delivery;
  const timestampS = Math.floor((at.getTime() + clockOffsetMs) / 1_000);
  return {
    ...signatureHeaders({ eventId, timestampS, body, secrets: signingSecrets(delivery) }),
    "X-Webhook-Sequence": String(sequence),
    "X-Webhook-Attempt": String(attempts + 1),
    ...(isTest ? { "X-Webhook-Test": "true" } : {}),
  };
}

/** An error on our side counts as a failed attempt, so that it does not stop other deliveries. */
function faultOf(delivery: ClaimedDelivery, at: Date, text: string, error: unknown): PostResult {
  const { partnerId, eventId } = delivery;
  log().error({ partnerId, eventId, failure: errorFields(error) }, "webhook not sent");
  return {
    succeeded: false,
    statusCode: null,
    responseBody: null,
    error: text,
    startedAt: at,
    durationMs: 0,
  };
}

/** Makes one attempt: signs the event and sends it. Never rejects. */
export async function sendDelivery(
  delivery: ClaimedDelivery,
  post: typeof postWebhook,
): Promise<PostResult> {
  const at = now();
  let headers: Record<string, string>;
  try {
    headers = headersOf(delivery, at);
  } catch (error) {
    return faultOf(delivery, at, UNSIGNED, error);
  }
  try {
    const { url, body } = delivery;
    return await post({ url, body, headers, timeoutMs: env().WEBHOOK_TIMEOUT_MS });
  } catch (error) {
    return faultOf(delivery, at, OUR_FAULT, error);
  }
}
