import { hash, randomBytes } from "node:crypto";
import { env } from "@/lib/kernel/env";

const TOKEN_BYTES = 32;

/** Returns the SHA-256 of a link's token in hex; only this hash is stored. */
export function hashResetToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** Returns a new link with a random token, and the hash to store. */
export function newResetLink(): { url: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const url = new URL(`/sign-in/reset/${token}`, env().BASE_URL).href;
  return { url, tokenHash: hashResetToken(token) };
}
