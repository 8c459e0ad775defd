import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { Ask } from "@/lib/ledger";
import { findTransactionState, type TransactionState } from "./store";

/**
 * Reads a partner's card transaction with the state of its card.
 * @throws ServiceError TRANSACTION_NOT_FOUND when the transaction is unknown or belongs to another partner.
 */
export async function findTransactionOf(
  partnerId: string,
  transactionId: string,
  ask?: Ask,
): Promise<TransactionState> {
  const found = isId("txn", transactionId)
    ? await findTransactionState(partnerId, transactionId, ask)
    : undefined;
  if (!found) throw new ServiceError("TRANSACTION_NOT_FOUND");
  return found;
}
