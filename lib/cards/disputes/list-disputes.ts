import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listDisputesContract } from "./contract";
import { presentDispute } from "./present";
import { disputePages } from "./store";

/** Lists the partner's disputes, newest first. Source: docs/decisions/0072-disputes.md */
export const listDisputes: UseCase<typeof listDisputesContract> = async ({ partner, input }) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const read = await disputePages(partner.id, filters);
  const { rows, ...counted } = await read(page);
  return { disputes: rows.map(presentDispute), pagination: paginationOf(page, counted) };
};
