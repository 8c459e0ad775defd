import { randomBytes } from "node:crypto";
import { DAY_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { seal } from "@/lib/kernel/seal";

const SECRET_BYTES = 32;
const PREVIOUS_SIGNS_MS = DAY_MS;

/**
 * Makes a secret that signs from an instant on, in clear and as it is stored. The previous secret signs for another 24 hours, in
 * the Standard Webhooks header. Source: threat 20.
 */
export function newWebhookSecret(partnerId: string, at: Date) {
  const webhookSecret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const id = newId("whs");
  const sealed = seal(webhookSecret, { partnerId, rowId: id, field: "webhookSecret" });
  const previousExpiresAt = new Date(at.getTime() + PREVIOUS_SIGNS_MS);
  return { webhookSecret, stored: { id, sealed, at, previousExpiresAt } };
}
