import { ServiceError } from "@/lib/kernel/errors";
import {
  type ChangeSet,
  custodyAccount,
  type Decision,
  withdrawalCompletedJournal,
  withdrawalRefundJournal,
} from "@/lib/ledger";
import { walletTransaction } from "@/lib/wallet/wallet-transaction";
import { emit } from "@/lib/webhooks/emit";
import { presentWithdrawal } from "./present";
import { WITHDRAWAL_TRANSITIONS, type WithdrawalAction } from "./states";
import type { WithdrawalRow } from "./store";

/** The transaction that paid a withdrawal, and the chain that it is on. */
interface Payment {
  chain: string;
  txHash: string;
  explorerUrl: string;
}

interface Circumstances {
  at: Date;
  /** Why it was rejected or has failed. */
  reason?: string | undefined;
  /** What completed it. */
  paid?: Payment | undefined;
}

/** When each step happened and why, as the step's state names them. */
function stepOf(
  action: WithdrawalAction,
  { at, reason, paid }: Circumstances,
): Partial<WithdrawalRow> {
  switch (action) {
    case "approve":
      return { approvedAt: at };
    case "cancel":
      return { cancelledAt: at };
    case "reject":
      return { rejectedAt: at, rejectReason: reason ?? null };
    case "complete":
      return { completedAt: at, txHash: paid?.txHash ?? null };
    case "fail":
      return { failedAt: at, failureReason: reason ?? null };
  }
}

function refundOf(moved: WithdrawalRow, at: Date): ChangeSet {
  const { partnerId, toAddress, status } = moved;
  const journal = withdrawalRefundJournal({ sourceId: moved.id, partnerId }, moved.amountMicroUsd);
  const narration = `Refund of the ${status} withdrawal to ${toAddress}`;
  return {
    journals: [journal],
    walletTransactions: [walletTransaction(journal, { partnerId, narration, createdAt: at })],
  };
}

/** What left custody, and the fee that is ours with it. Nothing moves in the wallet: it was debited at the creation. */
function payoutOf(moved: WithdrawalRow, { chain }: Payment): ChangeSet {
  const { id: sourceId, partnerId, amountMicroUsd, feeMicroUsd } = moved;
  const source = { sourceId, partnerId };
  return {
    // Before the first deposit on the chain there is none.
    accounts: [{ id: custodyAccount(chain, "usdc"), kind: "custody" }],
    journals: [withdrawalCompletedJournal(source, chain, amountMicroUsd, feeMicroUsd)],
  };
}

/** Source: spec: `wallet.withdrawal.crypto` data. */
function eventOf(
  moved: WithdrawalRow,
  status: "completed" | "cancelled" | "rejected" | "failed",
  { at, reason, paid }: Circumstances,
): ChangeSet {
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
          ...(paid && { txHash: paid.txHash, explorerUrl: paid.explorerUrl }),
          ...(reason === undefined ? {} : { reason }),
        },
        at,
      }),
    ],
  };
}

/**
 * What an action makes of a withdrawal, by its state table: the change guarded by the version that was read, the
 * posting, the row of the wallet list and the event. Returns the change set to commit and the withdrawal after it.
 * @throws ServiceError with the action's refusal when the withdrawal is in another state.
 */
export function moveWithdrawal(
  withdrawal: WithdrawalRow,
  action: WithdrawalAction,
  circumstances: Circumstances,
): Decision<WithdrawalRow> {
  const transition = WITHDRAWAL_TRANSITIONS[action];
  if (withdrawal.status !== transition.from) {
    if (transition.refusal) throw new ServiceError(transition.refusal);
    throw new Error(`a withdrawal that is ${withdrawal.status} cannot ${action}`);
  }
  if ((action === "complete") !== (circumstances.paid !== undefined))
    throw new Error("a withdrawal is complete with the transaction that paid it, and only then");
  const set = { status: transition.to, ...stepOf(action, circumstances) };
  const moved = { ...withdrawal, ...set };
  const change = { id: withdrawal.id, version: withdrawal.version, set };
  return {
    changeSet: {
      partnerId: withdrawal.partnerId,
      update: { withdrawals: [change] },
      ...(transition.refunds ? refundOf(moved, circumstances.at) : {}),
      ...(circumstances.paid ? payoutOf(moved, circumstances.paid) : {}),
      ...(transition.event ? eventOf(moved, transition.event, circumstances) : {}),
    },
    result: moved,
  };
}
