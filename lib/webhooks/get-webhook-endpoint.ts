import type { UseCase } from "@/lib/contract/use-cases";
import type { getWebhookEndpointContract } from "./contract";
import { showEndpoint } from "./show-endpoint";

/**
 * Returns the status of the partner's endpoint, so that no partner misses a failing endpoint. Source: design 7, events
 * and deliveries.
 */
export const getWebhookEndpoint: UseCase<typeof getWebhookEndpointContract> = ({ partner, at }) =>
  showEndpoint(partner.id, at);
