import type { UseCase } from "@/lib/contract/use-cases";
import { decideAndCommit } from "@/lib/ledger";
import type { cancelWithdrawalContract } from "./contract";
import { findWithdrawalOf } from "./find-withdrawal-of";
import { moveWithdrawal } from "./move-withdrawal";
import { presentWithdrawal } from "./present";

/** Cancels a pending withdrawal and refunds the wallet at once. Source: spec: Cancel Withdrawal. */
export const cancelWithdrawal: UseCase<typeof cancelWithdrawalContract> = async ({
  partner,
  input,
  at,
}) => {
  const cancelled = await decideAndCommit(
    () => findWithdrawalOf(partner.id, input.params.id),
    (withdrawal) => moveWithdrawal(withdrawal, "cancel", { at }),
  );
  return presentWithdrawal(cancelled);
};
