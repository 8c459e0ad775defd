import { decideDispute } from "@/lib/cards/disputes/decide-dispute";
import { existingDispute, findDisputeOf } from "@/lib/cards/disputes/get-dispute";
import { isOpenDispute } from "@/lib/cards/disputes/states";
import { decideSandboxDispute, setSandboxOutcome } from "@/lib/cards/issuer/sandbox-disputes";
import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import type { simulateDisputeOutcomeContract } from "./contract";

const isOutcome = (status: string) =>
  status === "won" || status === "lost" || status === "withdrawn";

/**
 * Decides a dispute of the sandbox as a card network would. A submitted dispute is decided at once; for a pending one
 * the background job submits it first and then applies the decision. Source: docs/decisions/0072-disputes.md
 */
export const simulateDisputeOutcome: UseCase<typeof simulateDisputeOutcomeContract> = async ({
  partner,
  input,
}) => {
  const { disputeId } = input.params;
  const { outcome } = input.body;
  const dispute = await findDisputeOf(partner.id, disputeId);
  if (!isOpenDispute(dispute.status) || dispute.issuer !== "sandbox")
    throw new ServiceError("DISPUTE_NOT_OPEN");
  if (dispute.status === "submitted" && dispute.issuerDisputeId !== null) {
    const status = await decideSandboxDispute(dispute.issuerDisputeId, outcome);
    if (isOutcome(status)) await decideDispute(dispute, { status, detail: status });
  } else await setSandboxOutcome(dispute, dispute.filedAt ?? dispute.createdAt, outcome);
  return existingDispute(partner.id, disputeId);
};
