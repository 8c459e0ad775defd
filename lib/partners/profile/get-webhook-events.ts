import type { Data } from "@/lib/contract/contract";
import type { UseCase } from "@/lib/contract/use-cases";
import type { getWebhookEventsContract } from "./contract";
import { findProfile } from "./store";

/** Returns the events that the partner subscribes to. Source: design 7, event subscription. */
export const getWebhookEvents: UseCase<typeof getWebhookEventsContract> = async ({ partner }) => {
  const { webhookEvents } = await findProfile(partner.id);
  return { events: webhookEvents as Data<typeof getWebhookEventsContract>["events"] };
};
