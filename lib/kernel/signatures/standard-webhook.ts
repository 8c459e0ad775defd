import { createHmac } from "node:crypto";
import { hasValidHmac } from "./hmac";
import { type SignatureFault, type SignedMessage, timeFault } from "./signed-message";

const MAX_SIGNATURES = 10;
const PREFIX = "whsec_";
const VERSION = "v1,";

/** The key of a secret: what follows `whsec_`, in base64. Undefined for any other text. */
function keyOf(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

/** Whether messages can be verified with a secret. */
export const isStandardSecret = (secret: string): boolean => (keyOf(secret)?.length ?? 0) > 0;

const signedHead = (id: string, timestamp: string | number) => `${id}.${timestamp}.`;

interface ToSign {
  id: string;
  /** The time of the message, in Unix seconds. */
  timestampS: number;
  /** The exact text that is sent, as UTF-8. */
  body: string;
}

/**
 * Signs a message as Standard Webhooks does: `v1,<base64>`. Source: https://www.standardwebhooks.com
 * @throws Error when the secret is not `whsec_` and base64: nothing may be sent unsigned
 */
export function standardSignature(secret: string, { id, timestampS, body }: ToSign): string {
  const key = secret.startsWith(PREFIX) ? keyOf(secret) : undefined;
  if (!key?.length) throw new Error("a webhook secret is whsec_ and base64");
  const digest = createHmac("sha256", key).update(signedHead(id, timestampS)).update(body, "utf8");
  return `${VERSION}${digest.digest("base64")}`;
}

/**
 * Checks that a message has a valid and recent signature of Standard Webhooks under one of the secrets:
 * `webhook-signature: v1,<base64> [v1,<base64>]`, which signs `<webhook-id>.<webhook-timestamp>.<body>`. Lithic signs all
 * its messages so.
 * @returns undefined for a valid signature
 */
export function standardSignatureFault(
  secrets: readonly string[],
  { body, header, receivedAt }: SignedMessage,
): SignatureFault | undefined {
  const keys = secrets.filter(isStandardSecret).flatMap((secret) => keyOf(secret) ?? []);
  if (keys.length === 0) return "no secret";
  const [id, timestamp, text] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => header(name) ?? "",
  ) as [string, string, string];
  if (text === "") return "no signature";
  const signatures = text
    .split(" ")
    .flatMap((each) => (each.startsWith(VERSION) ? [each.slice(VERSION.length)] : []))
    .slice(0, MAX_SIGNATURES);
  if (id === "" || signatures.length === 0) return "malformed";
  const fault = timeFault(timestamp, receivedAt);
  if (fault) return fault;
  const parts = [signedHead(id, timestamp), body];
  const encoding = "base64";
  const isValid = hasValidHmac({ algorithm: "sha256", encoding, keys, parts, signatures });
  return isValid ? undefined : "wrong";
}
