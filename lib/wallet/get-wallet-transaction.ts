import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { getWalletTransactionContract } from "./contract";
import { presentWalletTransaction } from "./present";
import { findWalletTransaction } from "./store";

/**
 * Returns one wallet transaction of the partner, in the format of the list.
 * @throws ServiceError TRANSACTION_NOT_FOUND when the transaction is unknown or belongs to another partner.
 */
export const getWalletTransaction: UseCase<typeof getWalletTransactionContract> = async ({
  partner,
  input: {
    params: { id },
  },
}) => {
  const row = isId("txn", id) ? await findWalletTransaction(partner.id, id) : undefined;
  if (!row) throw new ServiceError("TRANSACTION_NOT_FOUND");
  return presentWalletTransaction(row);
};
