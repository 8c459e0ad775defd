import type { UseCase } from "@/lib/contract/use-cases";
import { newId } from "@/lib/kernel/ids";
import { decideUnderLock, mergeChangeSets } from "@/lib/ledger";
import { findTransactionOf } from "../find-transaction-of";
import type { openDisputeContract } from "./contract";
import { disputableOf, disputeOpening, readBasis } from "./dispute-opening";
import { presentDispute } from "./present";

/**
 * Opens a dispute of a settled transaction and credits the card at once. A job submits the dispute to the issuer.
 * Source: docs/decisions/0072-disputes.md
 */
export const openDispute: UseCase<typeof openDisputeContract> = async ({
  partner,
  input,
  at,
  claim,
}) => {
  const { amount, reason, explanation, ...facts } = input.body;
  const { originalServiceTransactionId } = facts;
  if (originalServiceTransactionId !== undefined)
    await findTransactionOf(partner.id, originalServiceTransactionId);
  // One id for all decisions: the claim, which has it, must not change under locks.
  const id = newId("dsp");
  return decideUnderLock(
    (runQuery) => readBasis(partner.id, input.params.serviceTransactionId, runQuery),
    (basis) => {
      const amountMicroUsd = amount ?? disputableOf(basis.debit);
      const content = { amountMicroUsd, reason, explanation, facts };
      const { dispute, changeSet } = disputeOpening(partner.id, basis, content, { id, at });
      return {
        changeSet: mergeChangeSets(changeSet, { claim: claim(undefined, id) }),
        result: presentDispute(dispute),
      };
    },
  );
};
