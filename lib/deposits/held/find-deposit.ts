import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { findHeldDeposit, type HeldDepositRow } from "./store";

/**
 * Reads a deposit, of any partner, that is or was held.
 * @throws ServiceError HELD_DEPOSIT_NOT_FOUND
 */
export async function findDeposit(depositId: string): Promise<HeldDepositRow> {
  return findOrRefuse("dep", depositId, "HELD_DEPOSIT_NOT_FOUND", () => findHeldDeposit(depositId));
}
