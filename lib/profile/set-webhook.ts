import { randomBytes } from "node:crypto";
import { seal } from "@/lib/crypto/seal";
import type { UseCase } from "@/lib/http/partner-route";
import { newId } from "@/lib/ids";
import { setEndpoint } from "@/lib/webhooks/store";
import type { setWebhookContract } from "./contract";

const SECRET_BYTES = 32;
const PREVIOUS_SIGNS_MS = 24 * 3_600_000;

/**
 * Sets the webhook address and makes its secret, shown only here. The secret before it goes on signing for 24 hours
 * in the Standard Webhooks header. Source: spec, Set Webhook; faults 20.
 */
export const setWebhook: UseCase<typeof setWebhookContract> = async ({ partner, input, at }) => {
  const { webhookUrl } = input.body;
  const webhookSecret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const id = newId("whs");
  await setEndpoint(partner.id, webhookUrl, {
    id,
    sealed: seal(webhookSecret, { partnerId: partner.id, rowId: id, field: "webhookSecret" }),
    at,
    previousExpiresAt: new Date(at.getTime() + PREVIOUS_SIGNS_MS),
  });
  return { webhookUrl, webhookSecret };
};
