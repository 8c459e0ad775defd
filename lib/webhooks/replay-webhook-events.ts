import type { UseCase } from "@/lib/contract/use-cases";
import { announceEvents } from "@/lib/kernel/committed-events";
import type { replayWebhookEventsContract } from "./contract";
import { armEvents } from "./replay/store";
import { MAX_REPLAYED } from "./replay-limits";
import { requireEndpoint } from "./require-endpoint";

/**
 * Sends events again, with all retries: failed ones, and on request pending and never sent ones. Source: design 7,
 * events and deliveries.
 * @throws ServiceError WEBHOOK_NOT_SET or WEBHOOK_PAUSED
 */
export const replayWebhookEvents: UseCase<typeof replayWebhookEventsContract> = async ({
  partner,
  input,
}) => {
  const { since, until, event, resourceId, statuses = ["failed"] } = input.body;
  const filters = { since, until, event, resourceId };
  const armed = await armEvents(partner.id, statuses, filters, MAX_REPLAYED);
  requireEndpoint(armed);
  if (armed.replayed > 0n) announceEvents();
  return { replayed: Number(armed.replayed), hasMore: armed.hasMore };
};
