import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { type AdminWithdrawalRow, findAnyWithdrawal } from "./store";

/**
 * Returns a withdrawal of any partner.
 * @throws ServiceError WITHDRAWAL_NOT_FOUND
 */
export async function findWithdrawal(withdrawalId: string): Promise<AdminWithdrawalRow> {
  return findOrRefuse("wd", withdrawalId, "WITHDRAWAL_NOT_FOUND", () =>
    findAnyWithdrawal(withdrawalId),
  );
}
