import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { type AdminWithdrawalRow, findAnyWithdrawal } from "./store";

/**
 * Returns a withdrawal of any partner.
 * @throws ServiceError WITHDRAWAL_NOT_FOUND
 */
export async function findWithdrawal(withdrawalId: string): Promise<AdminWithdrawalRow> {
  const row = isId("wd", withdrawalId) ? await findAnyWithdrawal(withdrawalId) : undefined;
  if (!row) throw new ServiceError("WITHDRAWAL_NOT_FOUND");
  return row;
}
