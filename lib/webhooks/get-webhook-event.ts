import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
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
  const event = isId("evt", eventId) ? await findEventWithAttempts(partner.id, eventId) : undefined;
  if (!event) throw new ServiceError("WEBHOOK_EVENT_NOT_FOUND");
  return presentEventDetail(event);
};
