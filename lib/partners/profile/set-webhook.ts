import type { UseCase } from "@/lib/contract/use-cases";
import { announceEvents } from "@/lib/kernel/committed-events";
import { ValidationError } from "@/lib/kernel/errors";
import { urlFault, urlPolicy } from "@/lib/webhooks/delivery/check-url";
import { setEndpoint } from "@/lib/webhooks/sql-store";
import type { setWebhookContract } from "./contract";
import { newWebhookSecret } from "./new-webhook-secret";

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
  const { webhookSecret, stored } = newWebhookSecret(partner.id, at);
  await setEndpoint(partner.id, webhookUrl, stored);
  // Events that waited for the paused endpoint may be due.
  announceEvents();
  return { webhookUrl, webhookSecret };
};
