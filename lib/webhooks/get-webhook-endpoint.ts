import type { UseCase } from "@/lib/contract/use-cases";
import type { getWebhookEndpointContract } from "./contract";
import { showEndpoint } from "./show-endpoint";

/** How the partner's endpoint stands; a partner is told of one that fails, never silently. Source: design 7, events and deliveries. */
export const getWebhookEndpoint: UseCase<typeof getWebhookEndpointContract> = ({ partner, at }) =>
  showEndpoint(partner.id, at);
