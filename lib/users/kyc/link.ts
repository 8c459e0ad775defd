import { createHmac } from "node:crypto";
import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { isSameText } from "@/lib/kernel/signatures/hmac";

function signature(sessionId: string): Buffer {
  return createHmac("sha256", Buffer.from(env().LINK_SECRET, "base64"))
    .update(JSON.stringify(["verification link", sessionId]))
    .digest();
}

/**
 * Returns the link of an identity check. The link is derived from the session id and our secret, so it can be rebuilt
 * at any time.
 */
export function verificationUrl(sessionId: string): string {
  const token = `${sessionId}.${signature(sessionId).toString("base64url")}`;
  return `${env().BASE_URL.replace(/\/$/, "")}/verify/${token}`;
}

/** Returns the session id of a link's token; undefined when the signature is not ours. */
export function sessionOfToken(token: string): string | undefined {
  const dot = token.indexOf(".");
  const sessionId = token.slice(0, dot);
  if (!isId("kyc", sessionId)) return undefined;
  const wanted = signature(sessionId).toString("base64url");
  return isSameText(token.slice(dot + 1), wanted) ? sessionId : undefined;
}
