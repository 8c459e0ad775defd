import type { UseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
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
  const row = await findOrRefuse("txn", id, "TRANSACTION_NOT_FOUND", () =>
    findWalletTransaction(partner.id, id),
  );
  return presentWalletTransaction(row);
};
