import type { UseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { getDisputeContract } from "./contract";
import { presentDispute } from "./present";
import { findDispute, type ListedDispute } from "./store";

/**
 * Reads a partner's dispute.
 * @throws ServiceError DISPUTE_NOT_FOUND when the dispute is unknown or belongs to another partner.
 */
export async function findDisputeOf(partnerId: string, disputeId: string): Promise<ListedDispute> {
  return findOrRefuse("dsp", disputeId, "DISPUTE_NOT_FOUND", () =>
    findDispute(partnerId, disputeId),
  );
}

/** Returns a dispute in its current state; also the response to a retried Open Dispute. */
export const existingDispute = async (partnerId: string, disputeId: string) =>
  presentDispute(await findDisputeOf(partnerId, disputeId));

/** Returns a dispute. Source: docs/decisions/0072-disputes.md */
export const getDispute: UseCase<typeof getDisputeContract> = ({ partner, input }) =>
  existingDispute(partner.id, input.params.disputeId);
