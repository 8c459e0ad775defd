import type { UseCase } from "@/lib/contract/use-cases";
import type { getWithdrawalContract } from "./contract";
import { findWithdrawalOf } from "./find-withdrawal-of";
import { presentWithdrawal } from "./present";

/** Source: spec: Get Withdrawal. */
export const getWithdrawal: UseCase<typeof getWithdrawalContract> = async ({ partner, input }) =>
  existingWithdrawal(partner.id, input.params.id);

/** Returns the current withdrawal; also the response to a retried Create Withdrawal. */
export async function existingWithdrawal(partnerId: string, withdrawalId: string) {
  return presentWithdrawal(await findWithdrawalOf(partnerId, withdrawalId));
}
