import type { AdminUseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { getAdminDisputeContract } from "./contract";
import { presentAdminDispute } from "./present";
import { findAnyDispute } from "./store";

/**
 * Reads a dispute of any partner, in the console's format.
 * @throws ServiceError DISPUTE_NOT_FOUND
 */
export async function readAdminDispute(id: string, at: Date) {
  const found = await findOrRefuse("dsp", id, "DISPUTE_NOT_FOUND", () => findAnyDispute(id, at));
  return presentAdminDispute(found);
}

/** Returns a dispute of any partner with its history. */
export const getAdminDispute: AdminUseCase<typeof getAdminDisputeContract> = ({ input, at }) =>
  readAdminDispute(input.params.id, at);
