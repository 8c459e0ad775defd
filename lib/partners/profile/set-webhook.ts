import { randomBytes } from "node:crypto";
import type { UseCase } from "@/lib/contract/use-cases";
import { announceEvents } from "@/lib/kernel/committed-events";
import { ValidationError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { seal } from "@/lib/kernel/seal";
import { urlFault, urlPolicy } from "@/lib/webhooks/delivery/check-url";
import { setEndpoint } from "@/lib/webhooks/sql-store";
import type { setWebhookContract } from "./contract";

const SECRET_BYTES = 32;
const PREVIOUS_SIGNS_MS = 24 * 3_600_000;

/** @throws ValidationError when events must not be sent to this address. Source: spec: Set Webhook; threat 18. */
function refuseUnsafe(webhookUrl: string): void {
  const fault = urlFault(webhookUrl, urlPolicy());
  if (!fault) return;
  const rule = new URL(webhookUrl).protocol === "https:" ? "isPublicUrl" : "isHttpsUrl";
  throw new ValidationError([
    { property: "webhookUrl", constraints: { [rule]: `webhookUrl ${fault}` } },
  ]);
}

/**
 * Sets the webhook address and creates its secret, which only this response contains. The previous secret signs for
 * another 24 hours, in the Standard Webhooks header. A paused endpoint is resumed. Source: spec: Set Webhook; threat
 * 20.
 */
export const setWebhook: UseCase<typeof setWebhookContract> = async ({ partner, input, at }) => {
  const { webhookUrl } = input.body;
  refuseUnsafe(webhookUrl);
  const webhookSecret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const id = newId("whs");
  await setEndpoint(partner.id, webhookUrl, {
    id,
    sealed: seal(webhookSecret, { partnerId: partner.id, rowId: id, field: "webhookSecret" }),
    at,
    previousExpiresAt: new Date(at.getTime() + PREVIOUS_SIGNS_MS),
  });
  // Events that waited for the paused endpoint may be due.
  announceEvents();
  return { webhookUrl, webhookSecret };
};
