import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listWebhookDeliveriesContract } from "./contract";
import { presentDelivery } from "./present";
import { findDeliveries } from "./sql-store";

/**
 * Lists all requests sent to the partner, newest first. Source: spec: Delivery and retries: every attempt is logged.
 */
export const listWebhookDeliveries: UseCase<typeof listWebhookDeliveriesContract> = async ({
  partner,
  input,
}) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await findDeliveries(partner.id, filters, page);
  return {
    deliveries: rows.map(presentDelivery),
    pagination: paginationOf(page, counted),
  };
};
