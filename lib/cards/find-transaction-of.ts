import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
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
  const found = isId("txn", transactionId)
    ? await findTransactionFamily(partnerId, transactionId, runQuery)
    : undefined;
  if (!found) throw new ServiceError("TRANSACTION_NOT_FOUND");
  return found;
}
