import type { UseCase } from "@/lib/contract/use-cases";
import { setSubscription } from "@/lib/webhooks/store";
import type { setWebhookEventsContract } from "./contract";

/**
 * Sets the subscribed events; `*` subscribes to all events and overrides other entries. Source: design 7, event
 * subscription.
 */
export const setWebhookEvents: UseCase<typeof setWebhookEventsContract> = async ({
  partner,
  input,
}) => {
  const chosen = new Set(input.body.events);
  const events = chosen.has("*") ? ["*" as const] : [...chosen];
  await setSubscription(partner.id, events);
  return { events };
};
