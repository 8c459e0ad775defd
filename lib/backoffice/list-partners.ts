import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listPartnersContract } from "./contract";
import { presentPartner } from "./present";
import { listPartners as findPartners } from "./store";

/** Lists partners with their settings, newest first. */
export const listPartners: AdminUseCase<typeof listPartnersContract> = async ({ input }) => {
  const { rows, total } = await findPartners(input.query, input.query.search?.trim());
  return { partners: rows.map(presentPartner), pagination: paginationOf(input.query, total) };
};
