import { hash, randomBytes } from "node:crypto";
import { env } from "@/lib/kernel/env";
import { type LinkMail, newLinkMail } from "@/lib/mail/link-mail";

const TOKEN_BYTES = 32;

/** Returns the SHA-256 of a link's token in hex; only this hash is stored. */
export function hashInvitationToken(token: string): string {
  return hash("sha256", token, "hex");
}

export interface InvitationLink {
  inviteUrl: string;
  /** The hash to store. */
  tokenHash: string;
  /** The e-mail with the link; undefined if no e-mails are sent. */
  mail: LinkMail | undefined;
}

/** Returns a new link with a random token. */
export function newInvitationLink(): InvitationLink {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const inviteUrl = new URL(`/invite/${token}`, env().BASE_URL).href;
  return { inviteUrl, tokenHash: hashInvitationToken(token), mail: newLinkMail(inviteUrl) };
}
