import { env } from "@/lib/kernel/env";
import { newLinkToken } from "../link-token";

/** Returns a new link with a random token, and the hash to store. */
export function newResetLink(): { url: string; tokenHash: string } {
  const { token, tokenHash } = newLinkToken();
  return { url: new URL(`/sign-in/reset/${token}`, env().BASE_URL).href, tokenHash };
}
