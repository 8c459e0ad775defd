import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { type DepositDetailRow, findDeposit, findDepositAt } from "./store";

/** The id of an unconfirmed deposit: chain, transaction and ordinal. */
const PLACE = /^([a-z0-9-]{1,50}):(0x[0-9a-f]{64}):(\d{1,9})$/;

async function find(partnerId: string, id: string): Promise<DepositDetailRow | undefined> {
  if (isId("dep", id)) return findDeposit(partnerId, id);
  const [, chain, txHash, ordinal] = PLACE.exec(id) ?? [];
  if (chain === undefined || txHash === undefined) return undefined;
  return findDepositAt(partnerId, { chain, txHash, ordinal: Number(ordinal) });
}

/**
 * Reads a partner's deposit by its id; before the deposit is credited, by its place on the chain.
 * @throws ServiceError DEPOSIT_NOT_FOUND
 */
export async function findDepositOf(partnerId: string, id: string): Promise<DepositDetailRow> {
  const row = await find(partnerId, id);
  if (!row) throw new ServiceError("DEPOSIT_NOT_FOUND");
  return row;
}
