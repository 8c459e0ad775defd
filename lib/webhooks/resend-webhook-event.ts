import type { UseCase } from "@/lib/contract/use-cases";
import { announceEvents } from "@/lib/kernel/committed-events";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { resendWebhookEventContract } from "./contract";
import { requireEndpoint } from "./require-endpoint";
import { showEvent } from "./show-event";
import { armDelivery } from "./sql-store";

/**
 * Sends an event again, with all retries. Source: design 7, events and deliveries. While an attempt is in flight, no
 * second one is sent beside it: another follows only if that attempt fails or its result is lost.
 */
export const resendWebhookEvent: UseCase<typeof resendWebhookEventContract> = async ({
  partner,
  input,
}) => {
  const { eventId } = input.params;
  if (!isId("evt", eventId)) throw new ServiceError("WEBHOOK_EVENT_NOT_FOUND");
  const armed = await armDelivery(partner.id, eventId);
  if (!armed.isKnown) throw new ServiceError("WEBHOOK_EVENT_NOT_FOUND");
  requireEndpoint(armed);
  announceEvents();
  return showEvent(partner.id, eventId);
};
