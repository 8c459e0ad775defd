import { createHmac } from "node:crypto";
import { env } from "@/lib/kernel/env";

/**
 * The hash that is kept of a deleted user's email. It recognizes the email again and is useless without our secret.
 * `emailKey` is the email in lower case.
 */
export function emailHash(partnerId: string, emailKey: string): string {
  return createHmac("sha256", Buffer.from(env().LINK_SECRET, "base64"))
    .update(JSON.stringify(["deleted user", partnerId, emailKey]))
    .digest("hex");
}
