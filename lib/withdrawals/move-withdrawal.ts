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

/** The transaction that paid a withdrawal, and its chain. */
interface Payment {
  chain: string;
  txHash: string;
  explorerUrl: string;
}

interface Circumstances {
  at: Date;
  /** The reason of a rejection or failure. */
  reason?: string | undefined;
  /** The payment, for the action `complete`. */
  paid?: Payment | undefined;
}

/** Returns the columns that an action sets: the time of the step and its details. */
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

/**
 * Builds the custody posting of a payout and its fee. The wallet is unaffected: it was debited when the withdrawal was
 * created.
 */
function payoutOf(moved: WithdrawalRow, { chain }: Payment): ChangeSet {
  const { id: sourceId, partnerId, amountMicroUsd, feeMicroUsd } = moved;
  const source = { sourceId, partnerId };
  return {
    // The custody account of a chain is created with the first deposit, and a payout can come earlier.
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
 * Applies an action to a withdrawal by its transition table. Returns the change set (the status change guarded by the
 * version that was read, the posting, the row of the wallet list and the event) and the changed withdrawal.
 * @throws ServiceError with the transition's refusal when the withdrawal has another status.
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
