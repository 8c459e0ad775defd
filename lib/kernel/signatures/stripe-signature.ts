import { hasValidHmac } from "./hmac";
import { type SignatureFault, type SignedMessage, timeFault } from "./signed-message";

/** More signatures than this are not read: Stripe sends one per active secret. */
const MAX_SIGNATURES = 10;

/**
 * Checks that a message has a valid and recent `Stripe-Signature` under one of the secrets: `t=<unix>,v1=<hex>[,v1=<hex>]`,
 * where v1 signs `<t>.<body>` with the whole `whsec_…` text. The official package does the same, but takes 0.3 s to
 * load, for which the first decision would wait: docs/decisions/0068-messages-of-issuers.md.
 * @returns undefined for a valid signature
 */
export function stripeSignatureFault(
  secrets: readonly string[],
  { body, header, receivedAt }: SignedMessage,
): SignatureFault | undefined {
  const keys = secrets.filter((secret) => secret !== "");
  if (keys.length === 0) return "no secret";
  const text = header("stripe-signature") ?? "";
  if (text === "") return "no signature";
  const pairs = text.split(",").map((pair) => pair.trim().split("=", 2));
  const valuesOf = (name: string) =>
    pairs.flatMap(([key, value]) => (key === name ? [value ?? ""] : []));
  const [timestamp, ...furtherTimestamps] = valuesOf("t");
  const signatures = valuesOf("v1").slice(0, MAX_SIGNATURES);
  // Two times are two headers, or a header that nobody made in good faith.
  if (timestamp === undefined || furtherTimestamps.length > 0 || signatures.length === 0)
    return "malformed";
  const fault = timeFault(timestamp, receivedAt);
  if (fault) return fault;
  const parts = [`${timestamp}.`, body];
  const isValid = hasValidHmac({ algorithm: "sha256", encoding: "hex", keys, parts, signatures });
  return isValid ? undefined : "wrong";
}
