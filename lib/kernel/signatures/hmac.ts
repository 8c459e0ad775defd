import { createHmac, timingSafeEqual } from "node:crypto";

/** Compares two texts in a time that does not reveal where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

interface Signed {
  algorithm: "sha256" | "sha512";
  encoding: "hex" | "base64";
  /** All are accepted while one is rotated. */
  keys: readonly (string | Buffer)[];
  /** The signed texts, in order. */
  parts: readonly (string | Uint8Array)[];
  /** The signatures of the message. One of them must be right. */
  signatures: readonly string[];
}

/**
 * Whether one of the signatures is the HMAC of the parts under one of the keys. All combinations are compared, in constant
 * time, so that the duration does not reveal which key matched. An empty key never matches: anybody could sign with it.
 */
export function hasValidHmac({ algorithm, encoding, keys, parts, signatures }: Signed): boolean {
  let isValid = false;
  for (const key of keys) {
    if (key.length === 0) continue;
    const hmac = createHmac(algorithm, key);
    for (const part of parts) hmac.update(part);
    const expected = hmac.digest(encoding);
    for (const signature of signatures) if (isSameText(signature, expected)) isValid = true;
  }
  return isValid;
}
