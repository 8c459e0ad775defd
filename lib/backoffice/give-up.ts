import { ServiceError } from "@/lib/kernel/errors";
import type { Decision } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import type { AdminWithdrawalRow } from "./store";

/**
 * Fails an approved withdrawal for which no transaction was ever signed, and returns its money. The withdrawal cannot
 * have been paid and can no longer be: signing would have changed its version.
 * Source: threat 8; docs/decisions/0034-unpayable-withdrawals.md
 * @throws ServiceError WITHDRAWAL_NOT_APPROVED; WITHDRAWAL_SIGNED
 */
export function giveUp(
  withdrawal: AdminWithdrawalRow,
  reason: string | undefined,
  at: Date,
): Decision<AdminWithdrawalRow> {
  const { changeSet, result } = moveWithdrawal(withdrawal, "fail", { at, reason });
  if (withdrawal.isSigned) throw new ServiceError("WITHDRAWAL_SIGNED");
  return { changeSet, result: { ...withdrawal, ...result, refusal: null, isHeldAsRepeat: false } };
}
