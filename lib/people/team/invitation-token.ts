import { env } from "@/lib/kernel/env";
import { type LinkMail, newLinkMail } from "@/lib/mail/link-mail";
import { newLinkToken } from "../link-token";

export interface InvitationLink {
  inviteUrl: string;
  /** The hash to store. */
  tokenHash: string;
  /** The e-mail with the link; undefined if no e-mails are sent. */
  mail: LinkMail | undefined;
}

/** Returns a new link with a random token. */
export function newInvitationLink(): InvitationLink {
  const { token, tokenHash } = newLinkToken();
  const inviteUrl = new URL(`/invite/${token}`, env().BASE_URL).href;
  return { inviteUrl, tokenHash, mail: newLinkMail(inviteUrl) };
}
