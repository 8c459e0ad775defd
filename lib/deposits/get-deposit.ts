import type { UseCase } from "@/lib/contract/use-cases";
import type { getDepositContract } from "./contract";
import { findDepositOf } from "./find-deposit-of";
import { presentDeposit } from "./present";

/** Returns one deposit of the partner: confirming, held or credited. */
export const getDeposit: UseCase<typeof getDepositContract> = async ({ partner, input }) => {
  const row = await findDepositOf(partner.id, input.params.depositId);
  const { walletTransactionId } = row;
  return { ...presentDeposit(row), ...(walletTransactionId !== null && { walletTransactionId }) };
};
