import type { AdminUseCase } from "@/lib/http/admin-route";
import { paginationOf } from "@/lib/page";
import type { listPartnersContract } from "./contract";
import { presentPartner } from "./present";
import { listPartners as findPartners } from "./store";

/** All partners with their settings, newest first. */
export const listPartners: AdminUseCase<typeof listPartnersContract> = async ({ input }) => {
  const { rows, total } = await findPartners(input.query);
  return { partners: rows.map(presentPartner), pagination: paginationOf(input.query, total) };
};
