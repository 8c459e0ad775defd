import type { UseCase } from "@/lib/contract/use-cases";
import { commit } from "@/lib/ledger";
import type { sendTestEventContract } from "./contract";
import { emit } from "./emit";
import { exampleEvent } from "./example-event";
import { requireEndpoint } from "./require-endpoint";
import { showEvent } from "./show-event";
import { findEndpointFlags } from "./store";

/**
 * Sends an event with sample values through the same delivery as real events. Source: design 7, events and deliveries.
 */
export const sendTestEvent: UseCase<typeof sendTestEventContract> = async ({
  partner,
  input,
  at,
}) => {
  const { event: type } = input.body;
  requireEndpoint(await findEndpointFlags(partner.id));
  const { resourceId, data } = exampleEvent(partner.id, type);
  const event = emit({ partnerId: partner.id, resourceId, type, data, at, isTest: true });
  await commit({ events: [event] });
  return showEvent(partner.id, event.id);
};
