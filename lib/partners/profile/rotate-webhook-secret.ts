import type { PersonUseCase } from "@/lib/contract/use-cases";
import { requireSetEndpoint } from "@/lib/webhooks/require-endpoint";
import { setEndpoint } from "@/lib/webhooks/sql-store";
import { findEndpointFlags } from "@/lib/webhooks/store";
import type { rotateWebhookSecretContract } from "./contract";
import { newWebhookSecret } from "./new-webhook-secret";

/**
 * Replaces the signing secret and nothing else. With Set Webhook a page would send the URL that it read, which somebody may have
 * replaced meanwhile.
 * @throws ServiceError WEBHOOK_NOT_SET
 */
export const rotateWebhookSecret: PersonUseCase<typeof rotateWebhookSecretContract> = async ({
  partner,
  at,
}) => {
  // A URL that is set can be replaced, and never removed.
  requireSetEndpoint(await findEndpointFlags(partner.id));
  const { webhookSecret, stored } = newWebhookSecret(partner.id, at);
  await setEndpoint(partner.id, undefined, stored);
  return { webhookSecret };
};
