import { createHmac } from "node:crypto";

const SECRET_PREFIX = "whsec_";
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

function standardSignature(secret: string, { eventId, timestampS, body }: ToSign): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const digest = createHmac("sha256", key).update(`${eventId}.${timestampS}.${body}`, "utf8");
  return `v1,${digest.digest("base64")}`;
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
  if (!secrets.every((secret) => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)))
    throw new Error("a webhook secret is whsec_ and base64");
  const signatures = secrets
    .slice(0, MAX_SIGNATURES)
    .map((secret) => standardSignature(secret, event));
  return {
    "X-Webhook-Signature": createHmac("sha256", current).update(body, "utf8").digest("hex"),
    "webhook-id": eventId,
    "webhook-timestamp": String(timestampS),
    "webhook-signature": signatures.join(" "),
  };
}
