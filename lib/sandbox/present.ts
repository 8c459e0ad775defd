import { presentCardTransaction } from "@/lib/cards/present";
import type { CardTransactionRow } from "@/lib/cards/store";

/** The card transaction, with why it was declined. */
export function presentSandboxTransaction(transaction: CardTransactionRow) {
  const { declinedReason } = transaction;
  return {
    ...presentCardTransaction(transaction),
    ...(declinedReason === null ? {} : { declinedReason }),
  };
}
