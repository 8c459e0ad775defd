import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import type { RunQuery } from "@/lib/ledger";
import { type FoundTransaction, findTransactionFamily } from "./store";

/**
 * Reads a partner's card transaction with its increases and the state of its card.
 * @throws ServiceError TRANSACTION_NOT_FOUND when the transaction is unknown or belongs to another partner.
 */
export async function findTransactionOf(
  partnerId: string,
  transactionId: string,
  runQuery?: RunQuery,
): Promise<FoundTransaction> {
  return findOrRefuse("txn", transactionId, "TRANSACTION_NOT_FOUND", () =>
    findTransactionFamily(partnerId, transactionId, runQuery),
  );
}
