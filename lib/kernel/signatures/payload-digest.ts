import { hasValidHmac } from "./hmac";
import type { SignatureFault, SignedMessage } from "./signed-message";

/** SHA-1, which Sumsub also offers, is not accepted. */
const ALGORITHMS = new Map<string, "sha256" | "sha512">([
  ["HMAC_SHA256_HEX", "sha256"],
  ["HMAC_SHA512_HEX", "sha512"],
]);

/**
 * Checks that a message has a valid `x-payload-digest` under one of the secrets: the HMAC of the body in lower-case
 * hexadecimal. The signature has no time: Sumsub signs no more than the body. Source: docs.sumsub.com, Webhooks.
 * @returns undefined for a valid signature
 */
export function payloadDigestFault(
  secrets: readonly string[],
  { body, header }: SignedMessage,
): SignatureFault | undefined {
  const keys = secrets.filter((secret) => secret !== "");
  if (keys.length === 0) return "no secret";
  const signature = header("x-payload-digest") ?? "";
  if (signature === "") return "no signature";
  const algorithm = ALGORITHMS.get(header("x-payload-digest-alg") ?? "");
  if (!algorithm) return "malformed";
  const isValid = hasValidHmac({
    ...{ algorithm, encoding: "hex", keys },
    parts: [body],
    signatures: [signature],
  });
  return isValid ? undefined : "wrong";
}
