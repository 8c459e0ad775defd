import type { AdminUseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { getAdminDisputeContract } from "./contract";
import { presentAdminDispute } from "./present";
import { findAnyDispute } from "./store";

/**
 * Reads a dispute of any partner, in the console's format.
 * @throws ServiceError DISPUTE_NOT_FOUND
 */
export async function readAdminDispute(id: string, at: Date) {
  const found = isId("dsp", id) ? await findAnyDispute(id, at) : undefined;
  if (!found) throw new ServiceError("DISPUTE_NOT_FOUND");
  return presentAdminDispute(found);
}

/** Returns a dispute of any partner with its history. */
export const getAdminDispute: AdminUseCase<typeof getAdminDisputeContract> = ({ input, at }) =>
  readAdminDispute(input.params.id, at);
