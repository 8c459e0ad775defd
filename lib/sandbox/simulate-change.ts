import { presentCardTransaction } from "@/lib/cards/present";
import type { CardTransactionRow } from "@/lib/cards/store";
import type { TransactionChange } from "@/lib/cards/transaction-change";
import type { UseCase } from "@/lib/contract/use-cases";
import type { simulateSettlementContract } from "./contract";

/**
 * Simulates a message of the card network about a transaction: `apply` is `settleTransaction`, `reverseTransaction` or
 * `refundTransaction`. Source: design 8.
 */
export function simulateChange(
  apply: (change: TransactionChange) => Promise<CardTransactionRow>,
): UseCase<typeof simulateSettlementContract> {
  return async ({ partner, input, at }) => {
    const { serviceTransactionId } = input.params;
    const change = {
      partnerId: partner.id,
      transactionId: serviceTransactionId,
      amountMicroUsd: input.body.amount,
      at,
    };
    return presentCardTransaction(await apply(change));
  };
}
