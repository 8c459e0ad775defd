import type { UseCase } from "@/lib/contract/use-cases";
import { announceEvents } from "@/lib/kernel/committed-events";
import { ServiceError } from "@/lib/kernel/errors";
import type { resumeWebhookEndpointContract } from "./contract";
import { showEndpoint } from "./show-endpoint";
import { endPause } from "./store";

/** Resumes a paused endpoint: due events are sent at once. Source: design 7, events and deliveries. */
export const resumeWebhookEndpoint: UseCase<typeof resumeWebhookEndpointContract> = async ({
  partner,
  at,
}) => {
  await endPause(partner.id);
  const endpoint = await showEndpoint(partner.id, at);
  if (endpoint.status === "not_set") throw new ServiceError("WEBHOOK_NOT_SET");
  announceEvents();
  return endpoint;
};
