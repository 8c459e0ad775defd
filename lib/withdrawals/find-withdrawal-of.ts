import { ServiceError } from "@/lib/kernel/errors";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { isId } from "@/lib/kernel/ids";
import { findWithdrawal, type WithdrawalRow } from "./store";

/**
 * Reads a partner's withdrawal.
 * @throws ServiceError WITHDRAWAL_NOT_FOUND when it does not exist, FORBIDDEN when it belongs to another partner.
 * Source: spec, Get Withdrawal.
 */
export async function findWithdrawalOf(
  partnerId: string,
  withdrawalId: string,
): Promise<WithdrawalRow> {
  const found = await findOrRefuse("wd", withdrawalId, "WITHDRAWAL_NOT_FOUND", () =>
    findWithdrawal(partnerId, withdrawalId),
  );
  if (found === "foreign") throw new ServiceError("FORBIDDEN");
  return found;
}

/**
 * Reads a partner's withdrawal for a page, which must not tell whether another partner has the id.
 * @throws ServiceError WITHDRAWAL_NOT_FOUND when it does not exist or belongs to another partner.
 */
export async function findOwnWithdrawal(
  partnerId: string,
  withdrawalId: string,
): Promise<WithdrawalRow> {
  const found = isId("wd", withdrawalId)
    ? await findWithdrawal(partnerId, withdrawalId)
    : undefined;
  if (!found || found === "foreign") throw new ServiceError("WITHDRAWAL_NOT_FOUND");
  return found;
}
