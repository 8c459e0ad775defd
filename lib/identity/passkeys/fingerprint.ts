import { hash } from "node:crypto";

/** The SHA-256 of a public key (a COSE key in base64url), in hex: how APPROVER_KEYS names a passkey. */
export function fingerprintOf(publicKey: string): string {
  return hash("sha256", Buffer.from(publicKey, "base64url"), "hex");
}
