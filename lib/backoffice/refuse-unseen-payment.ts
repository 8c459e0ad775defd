import { ServiceError } from "@/lib/kernel/errors";
import type { AdminWithdrawalRow } from "./store";

/**
 * Refuses the approval of a withdrawal that may repeat a payment which the approver did not see. The approval would come
 * after the payment was found, so the sender would not hold the withdrawal as a repeat.
 * Source: docs/decisions/0110-restored-database.md
 * @throws ServiceError WITHDRAWAL_PAYMENT_FOUND
 */
export function refuseUnseenPayment(
  { samePayment }: Pick<AdminWithdrawalRow, "samePayment">,
  seenTxHash: string | undefined,
): void {
  if (samePayment && samePayment.txHash !== seenTxHash)
    throw new ServiceError("WITHDRAWAL_PAYMENT_FOUND");
}
