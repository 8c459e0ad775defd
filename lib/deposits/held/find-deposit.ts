import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findHeldDeposit, type HeldDepositRow } from "./store";

/**
 * Reads a deposit, of any partner, that is or was held.
 * @throws ServiceError HELD_DEPOSIT_NOT_FOUND
 */
export async function findDeposit(depositId: string): Promise<HeldDepositRow> {
  const row = isId("dep", depositId) ? await findHeldDeposit(depositId) : undefined;
  if (!row) throw new ServiceError("HELD_DEPOSIT_NOT_FOUND");
  return row;
}
