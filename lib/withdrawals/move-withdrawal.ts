import { ServiceError } from "@/lib/errors";
import { type Decision, type Work, withdrawalRefundJournal } from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { emit } from "@/lib/webhooks/emit";
import { presentWithdrawal } from "./present";
import { WITHDRAWAL_TRANSITIONS, type WithdrawalAction } from "./states";
import type { WithdrawalRow } from "./store";

/** Sending has an end of its own: it posts what left the chain's custody. */
export type WithdrawalMove = Exclude<WithdrawalAction, "complete">;

interface Circumstances {
  at: Date;
  /** Why it was rejected or has failed. */
  reason?: string | undefined;
}

/** When each step happened and why, as the step's state names them. */
function stepOf(action: WithdrawalMove, { at, reason }: Circumstances): Partial<WithdrawalRow> {
  switch (action) {
    case "approve":
      return { approvedAt: at };
    case "cancel":
      return { cancelledAt: at };
    case "reject":
      return { rejectedAt: at, rejectReason: reason ?? null };
    case "fail":
      return { failedAt: at, failureReason: reason ?? null };
  }
}

function refundOf(moved: WithdrawalRow, at: Date): Work {
  const { partnerId, toAddress, status } = moved;
  const journal = withdrawalRefundJournal({ sourceId: moved.id, partnerId }, moved.amountMicroUsd);
  const narration = `Refund of the ${status} withdrawal to ${toAddress}`;
  return {
    journals: [journal],
    walletTransactions: [walletTransaction(journal, { partnerId, narration, createdAt: at })],
  };
}

/** Source: spec, `wallet.withdrawal.crypto` data. */
function eventOf(
  moved: WithdrawalRow,
  status: "completed" | "cancelled" | "rejected" | "failed",
  { at, reason }: Circumstances,
): Work {
  const { amount, fee, netAmount, toAddress, chain, token } = presentWithdrawal(moved);
  return {
    events: [
      emit({
        partnerId: moved.partnerId,
        resourceId: moved.id,
        type: "wallet.withdrawal.crypto",
        data: {
          withdrawalId: moved.id,
          amount,
          fee,
          netAmount,
          toAddress,
          chain,
          token,
          status,
          ...(reason === undefined ? {} : { reason }),
        },
        at,
      }),
    ],
  };
}

/**
 * What an action makes of a withdrawal, by its state table: the change guarded by the version that was read, the
 * refund, the row of the wallet list and the event. Answers with the work to commit and the withdrawal after it.
 * @throws ServiceError with the action's refusal when the withdrawal is in another state.
 */
export function moveWithdrawal(
  withdrawal: WithdrawalRow,
  action: WithdrawalMove,
  circumstances: Circumstances,
): Decision<WithdrawalRow> {
  const transition = WITHDRAWAL_TRANSITIONS[action];
  if (withdrawal.status !== transition.from) {
    if (transition.refusal) throw new ServiceError(transition.refusal);
    throw new Error(`a withdrawal that is ${withdrawal.status} cannot ${action}`);
  }
  const set = { status: transition.to, ...stepOf(action, circumstances) };
  const moved = { ...withdrawal, ...set };
  const change = { id: withdrawal.id, version: withdrawal.version, set };
  return {
    work: {
      update: { withdrawals: [change] },
      ...(transition.refunds ? refundOf(moved, circumstances.at) : {}),
      ...(transition.event ? eventOf(moved, transition.event, circumstances) : {}),
    },
    result: moved,
  };
}
