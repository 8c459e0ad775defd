import { hash, randomBytes } from "node:crypto";
import { env } from "@/lib/kernel/env";

const TOKEN_BYTES = 32;

/** The SHA-256 of a link's token, hex: what is stored and looked up. */
export function hashInvitationToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** A link that nobody can guess, and what is kept of it. */
export function newInvitationLink(): { inviteUrl: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return {
    inviteUrl: new URL(`/invite/${token}`, env().BASE_URL).href,
    tokenHash: hashInvitationToken(token),
  };
}
