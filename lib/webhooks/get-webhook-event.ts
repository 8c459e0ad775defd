import { ServiceError } from "@/lib/errors";
import type { UseCase } from "@/lib/http/use-cases";
import { isId } from "@/lib/ids";
import type { getWebhookEventContract } from "./contract";
import { presentEventDetail } from "./present";
import { findEventWithAttempts } from "./store";

/** An event with what is sent for it and what came back. Source: spec: Delivery and retries: every attempt is logged. */
export const getWebhookEvent: UseCase<typeof getWebhookEventContract> = async ({
  partner,
  input,
}) => {
  const { eventId } = input.params;
  const event = isId("evt", eventId) ? await findEventWithAttempts(partner.id, eventId) : undefined;
  if (!event) throw new ServiceError("WEBHOOK_EVENT_NOT_FOUND");
  return presentEventDetail(event);
};
