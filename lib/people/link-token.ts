import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** Returns the SHA-256 of a link's token in hex; only this hash is stored. */
export function hashLinkToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** Returns a random token for a link, and the hash to store. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}
