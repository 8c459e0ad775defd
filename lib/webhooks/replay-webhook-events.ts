import { announceEvents } from "@/lib/committed-events";
import type { UseCase } from "@/lib/http/partner-route";
import type { replayWebhookEventsContract } from "./contract";
import { requireEndpoint } from "./require-endpoint";
import { MAX_REPLAYED } from "./schema";
import { armFailed } from "./store";

/** Delivers what failed since an instant again, with all its retries. Source: design 7, events and deliveries. */
export const replayWebhookEvents: UseCase<typeof replayWebhookEventsContract> = async ({
  partner,
  input,
}) => {
  const { since, until, event: type } = input.body;
  const armed = await armFailed(partner.id, { since, until, type, maxCount: MAX_REPLAYED });
  requireEndpoint(armed);
  if (armed.replayed > 0n) announceEvents();
  return { replayed: Number(armed.replayed), hasMore: armed.hasMore };
};
