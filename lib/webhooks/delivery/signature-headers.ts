import { createHmac } from "node:crypto";
import { standardSignature } from "@/lib/kernel/signatures/standard-webhook";

/** A receiver tries each signature in turn, so more than a few would only cost time. */
const MAX_SIGNATURES = 5;

interface ToSign {
  /** `evt_…`, the same for each attempt. */
  eventId: string;
  /** The time of this attempt, in Unix seconds. */
  timestampS: number;
  /** The exact text that is sent, as UTF-8. */
  body: string;
  /** `whsec_…`: the current secret first, then replaced ones that still sign. */
  secrets: readonly string[];
}

/**
 * Returns the signature headers of an event. `X-Webhook-Signature` uses only the current secret. The Standard Webhooks
 * header uses all secrets that sign, so that a receiver can change its secret within a day. Source: spec:
 * Authentication 4; design 7, HMAC bytes; https://www.standardwebhooks.com
 * @throws Error when a secret is missing or is not `whsec_` and base64: nothing may be sent unsigned.
 */
export function signatureHeaders(event: ToSign): Record<string, string> {
  const { eventId, timestampS, body, secrets } = event;
  const [current] = secrets;
  if (current === undefined) throw new Error("an event is not signed without a secret");
  const signatures = secrets
    .slice(0, MAX_SIGNATURES)
    .map((secret) => standardSignature(secret, { id: eventId, timestampS, body }));
  return {
    "X-Webhook-Signature": createHmac("sha256", current).update(body, "utf8").digest("hex"),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampS),
    "webhook-signature": signatures.join(" "),
  };
}
