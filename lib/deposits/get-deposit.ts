import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { getDepositContract } from "./contract";
import { presentDeposit } from "./present";
import { type DepositDetailRow, findDeposit, findDepositAt } from "./store";

/** The id of an unconfirmed deposit: chain, transaction and ordinal. */
const PLACE = /^([a-z0-9-]{1,50}):(0x[0-9a-f]{64}):(\d{1,9})$/;

async function find(partnerId: string, id: string): Promise<DepositDetailRow | undefined> {
  if (isId("dep", id)) return findDeposit(partnerId, id);
  const [, chain, txHash, ordinal] = PLACE.exec(id) ?? [];
  if (chain === undefined || txHash === undefined) return undefined;
  return findDepositAt(partnerId, { chain, txHash, ordinal: Number(ordinal) });
}

/** Returns one deposit of the partner: confirming, held or credited. */
export const getDeposit: UseCase<typeof getDepositContract> = async ({ partner, input }) => {
  const row = await find(partner.id, input.params.depositId);
  if (!row) throw new ServiceError("DEPOSIT_NOT_FOUND");
  const { walletTransactionId } = row;
  return { ...presentDeposit(row), ...(walletTransactionId !== null && { walletTransactionId }) };
};
