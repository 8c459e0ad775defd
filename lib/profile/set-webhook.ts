import { randomBytes } from "node:crypto";
import { seal } from "@/lib/crypto/seal";
import type { UseCase } from "@/lib/http/partner-route";
import type { setWebhookContract } from "./contract";
import { changeProfile } from "./store";

const SECRET_BYTES = 32;

/** Sets the webhook address and makes its secret, shown only here. Source: spec, Set Webhook. */
export const setWebhook: UseCase<typeof setWebhookContract> = async ({ partner, input }) => {
  const { webhookUrl } = input.body;
  const webhookSecret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const context = { partnerId: partner.id, rowId: partner.id, field: "webhookSecret" };
  await changeProfile(partner.id, {
    webhookUrl,
    webhookSecretSealed: seal(webhookSecret, context),
  });
  return { webhookUrl, webhookSecret };
};
