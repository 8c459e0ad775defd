import type { UseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { getWebhookEventContract } from "./contract";
import { presentEventDetail } from "./present";
import { findEventWithAttempts } from "./sql-store";

/**
 * Returns an event with its requests and their responses. Source: spec: Delivery and retries: every attempt is logged.
 */
export const getWebhookEvent: UseCase<typeof getWebhookEventContract> = async ({
  partner,
  input,
}) => {
  const { eventId } = input.params;
  const event = await findOrRefuse("evt", eventId, "WEBHOOK_EVENT_NOT_FOUND", () =>
    findEventWithAttempts(partner.id, eventId),
  );
  return presentEventDetail(event);
};
