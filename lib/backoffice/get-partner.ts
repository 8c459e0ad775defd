import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { getPartnerContract } from "./contract";
import { findPartner } from "./find-partner";
import { presentPartner } from "./present";

/** Returns a partner and its settings. */
export const getPartner: AdminUseCase<typeof getPartnerContract> = async ({ input }) =>
  presentPartner(await findPartner(input.params.id));
