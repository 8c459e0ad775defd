// SQL: money path: the inputs of Create Withdrawal; hot list of withdrawals.

import { lookUp } from "@/lib/db";
import { ofOwner } from "@/lib/db/of-owner";
import { queryPage } from "@/lib/db/query-page";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { walletAccount } from "@/lib/ledger";
import type { WithdrawalStatus } from "./states";

export interface WithdrawalRow {
  id: string;
  partnerId: string;
  amountMicroUsd: bigint;
  feeMicroUsd: bigint;
  toAddress: string;
  status: WithdrawalStatus;
  txHash: string | null;
  rejectReason: string | null;
  failureReason: string | null;
  createdAt: Date;
  approvedAt: Date | null;
  completedAt: Date | null;
  cancelledAt: Date | null;
  rejectedAt: Date | null;
  failedAt: Date | null;
  version: number;
}

/** The columns of a WithdrawalRow, from a table named `w`. */
export const WITHDRAWAL_COLUMNS = `w.id, w.partner_id AS "partnerId", w.amount_micro_usd AS "amountMicroUsd",
  w.fee_micro_usd AS "feeMicroUsd", w.to_address AS "toAddress", w.status, w.tx_hash AS "txHash",
  w.reject_reason AS "rejectReason", w.failure_reason AS "failureReason", w.created_at AS "createdAt",
  w.approved_at AS "approvedAt", w.completed_at AS "completedAt", w.cancelled_at AS "cancelledAt",
  w.rejected_at AS "rejectedAt", w.failed_at AS "failedAt", w.version`;

/** Finds a partner's withdrawal. `foreign` when it belongs to another partner; no data of it is returned. */
export async function findWithdrawal(
  partnerId: string,
  withdrawalId: string,
): Promise<WithdrawalRow | "foreign" | undefined> {
  const [row] = await lookUp<WithdrawalRow>(
    "find_withdrawal",
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals w WHERE w.id = $1`,
    [withdrawalId],
  );
  return row && row.partnerId !== partnerId ? "foreign" : row;
}

/** Returns the balance of the partner's wallet in micro-USD. */
export async function findWalletBalance(partnerId: string): Promise<bigint> {
  const [row] = await lookUp<{ balanceMicroUsd: bigint }>(
    "find_wallet_balance",
    `SELECT balance_micro_usd AS "balanceMicroUsd" FROM ledger.accounts WHERE id = $1`,
    [walletAccount(partnerId)],
  );
  if (!row) throw new Error("a partner has no wallet account");
  return row.balanceMicroUsd;
}

/** The inputs of Create Withdrawal. */
export interface WithdrawalCreationState {
  walletMicroUsd: bigint;
  /** The partner whose deposit address is the destination; null when it is no deposit address. */
  depositAddressOf: string | null;
  /** What the partner can still withdraw without a second person of its own, below zero for a new rule; null: any amount. */
  leftForOneMicroUsd: bigint | null;
  /** The person who made the calling API key, or took it over from somebody who left; null for a session, and where nobody is known. */
  keyMadeBy: string | null;
}

/** Finds the wallet balance, whether the destination is a deposit address, and the partner's own rule of approvals. */
export async function findWithdrawalCreationState(
  partnerId: string,
  toAddress: string,
  keyId: string | null,
): Promise<WithdrawalCreationState> {
  const [row] = await lookUp<WithdrawalCreationState & Record<string, unknown>>(
    "find_withdrawal_creation_state",
    `SELECT a.balance_micro_usd AS "walletMicroUsd",
       (SELECT d.partner_id FROM deposit_addresses d WHERE lower(d.address) = lower($2)) AS "depositAddressOf",
       (SELECT r.above_micro_usd - withdrawn_by_one(r.partner_id) FROM partner_approval_rules r
         WHERE r.partner_id = $3 AND r.above_micro_usd IS NOT NULL) AS "leftForOneMicroUsd",
       (SELECT coalesce(k.taken_over_by, k.created_by) FROM api_keys k WHERE k.id = $4) AS "keyMadeBy"
     FROM ledger.accounts a WHERE a.id = $1`,
    [walletAccount(partnerId), toAddress, partnerId, keyId],
  );
  if (!row) throw new Error("a partner has no wallet account");
  return row;
}

/** Lists a partner's withdrawals, newest first. */
export function listWithdrawals(
  partnerId: string,
  page: PageRequest,
): Promise<Page<WithdrawalRow>> {
  return queryPage<WithdrawalRow>({
    name: "list_withdrawals",
    rows: `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals w WHERE ${ofOwner("w.partner_id", "$1")}
      ORDER BY w.partner_id, w.id DESC`,
    scope: partnerId,
    kind: "withdrawals",
    page,
  });
}

/** Lists a partner's withdrawals with one status, newest first. */
export function listWithdrawalsInState(
  partnerId: string,
  status: WithdrawalStatus,
  page: PageRequest,
): Promise<Page<WithdrawalRow>> {
  return queryPage<WithdrawalRow>({
    name: "list_withdrawals_in_state",
    rows: `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawals w WHERE ${ofOwner("w.partner_id", "$1")} AND w.status = $5
      ORDER BY w.partner_id, w.id DESC`,
    scope: partnerId,
    kind: `withdrawals:${status}`,
    page,
    values: [status],
  });
}
