import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listAdminDisputesContract } from "./contract";
import { presentAdminDispute } from "./present";
import { listAllDisputes } from "./store";

/** Lists the disputes of all partners. Source: docs/decisions/0070-dispute-events.md */
export const listAdminDisputes: AdminUseCase<typeof listAdminDisputesContract> = async ({
  input,
  at,
}) => {
  const { skip, limit, cursor, ...wanted } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await listAllDisputes(wanted, at, page);
  return {
    disputes: rows.map(presentAdminDispute),
    pagination: paginationOf(page, counted),
  };
};
