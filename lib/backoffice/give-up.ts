import { ServiceError } from "@/lib/kernel/errors";
import type { Decision } from "@/lib/ledger";
import { moveWithdrawal } from "@/lib/withdrawals/move-withdrawal";
import type { AdminWithdrawalRow } from "./store";

/**
 * What becomes of an approved withdrawal that nothing was ever signed for and that somebody gives up: failed, with its
 * money back. It cannot have been paid, nor can it be any more: to sign for it is to change its version.
 * Source: threat 8; docs/decisions/0034-payouts-without-a-way.md
 * @throws ServiceError WITHDRAWAL_NOT_APPROVED; WITHDRAWAL_SIGNED
 */
export function giveUp(
  withdrawal: AdminWithdrawalRow,
  reason: string | undefined,
  at: Date,
): Decision<AdminWithdrawalRow> {
  const { changeSet, result } = moveWithdrawal(withdrawal, "fail", { at, reason });
  if (withdrawal.isSigned) throw new ServiceError("WITHDRAWAL_SIGNED");
  return { changeSet, result: { ...withdrawal, ...result, refusal: null } };
}
