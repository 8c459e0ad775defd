import { createHmac } from "node:crypto";
import { env } from "@/lib/kernel/env";

/**
 * What is kept of a deleted user's email: enough to know it again, useless to whoever lacks our secret.
 * `emailKey` is the email in lower case.
 */
export function emailHash(partnerId: string, emailKey: string): string {
  return createHmac("sha256", Buffer.from(env().LINK_SECRET, "base64"))
    .update(JSON.stringify(["deleted user", partnerId, emailKey]))
    .digest("hex");
}
