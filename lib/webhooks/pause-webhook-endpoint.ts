import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import type { pauseWebhookEndpointContract } from "./contract";
import { showEndpoint } from "./show-endpoint";
import { beginPause } from "./store";

/** Pauses the sending of a partner's events at its request. Source: design 7, events and deliveries. */
export const pauseWebhookEndpoint: UseCase<typeof pauseWebhookEndpointContract> = async ({
  partner,
  at,
}) => {
  await beginPause(partner.id);
  const endpoint = await showEndpoint(partner.id, at);
  if (endpoint.status === "not_set") throw new ServiceError("WEBHOOK_NOT_SET");
  return endpoint;
};
