import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import { presentActivity, presentPartner } from "../../present";
import type { listPartnersContract } from "../contract";
import { findPartners } from "./store";

/** Lists partners with their settings, newest first by default. */
export const listPartners: AdminUseCase<typeof listPartnersContract> = async ({ input }) => {
  const { search, status, sort, with: extra, ...page } = input.query;
  const { rows, ...counted } = await findPartners(
    { search: search?.trim(), status, sort: sort ?? "newest", hasActivity: extra === "activity" },
    page,
  );
  return {
    partners: rows.map((row) => ({ ...presentPartner(row), ...presentActivity(row) })),
    pagination: paginationOf(page, counted),
  };
};
