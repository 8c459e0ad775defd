import { moveTransaction } from "./movements/move-transaction";
import type { Movement } from "./movements/plan-movement";
import type { PostedDebit, TransactionFamily } from "./store";

/** A later message of the simulated card network about a transaction. */
export interface TransactionChange {
  partnerId: string;
  transactionId: string;
  /** The full amount when left out. */
  amountMicroUsd?: bigint | undefined;
  at: Date;
}

/** The first debit of a transaction: the authorization. */
export function firstDebit({ debits }: TransactionFamily): PostedDebit {
  const [first] = debits;
  if (!first) throw new Error("a transaction has a debit");
  return first;
}

/** The sum of the holds of a transaction. */
export const heldOf = ({ debits }: TransactionFamily): bigint =>
  debits.reduce((sum, { heldMicroUsd }) => sum + heldMicroUsd, 0n);

/** Builds the change set of a change that the sandbox simulates. */
export function moveSimulated(
  transaction: TransactionFamily,
  { partnerId, at }: TransactionChange,
  movement: Partial<Movement>,
) {
  const first = firstDebit(transaction);
  const { description, merchantName, merchantCountry } = first;
  const merchantCurrency = first.merchantCurrency ?? "USD";
  const type = first.type === "refund" ? "purchase" : first.type;
  const details = { type, description, merchantName, merchantCountry, merchantCurrency };
  return moveTransaction({ partnerId, networkTransactionId: null, details, at }, transaction, {
    capturedMicroUsd: 0n,
    heldMicroUsd: heldOf(transaction),
    refundedMicroUsd: 0n,
    ...movement,
  });
}
