import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listWebhookEventsContract } from "./contract";
import { presentListedEvent } from "./present";
import { findEvents } from "./sql-store";

/** Lists the partner's events, newest first. Source: design 7, events and deliveries. */
export const listWebhookEvents: UseCase<typeof listWebhookEventsContract> = async ({
  partner,
  input,
}) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await findEvents(partner.id, filters, page);
  return {
    events: rows.map(presentListedEvent),
    pagination: paginationOf(page, counted),
  };
};
