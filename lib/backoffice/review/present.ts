import type { z } from "zod";
import { usdFromMicroUsd as usd } from "@/lib/kernel/money";
import { walletAccount } from "@/lib/ledger";
import type { AddressProblem } from "@/lib/withdrawals/addresses/schema";
import type { WithdrawalRow } from "@/lib/withdrawals/store";
import type { reviewSchema } from "./schema";
import type { ActivityRow, AddressRow, JournalRow, LookAlikeRow, PaidOutRow } from "./store";

type Review = z.input<typeof reviewSchema>;

/** The wallet balance right before and after the withdrawal was requested, from its ledger entry, and now. */
export function presentWallet(
  { id, partnerId, amountMicroUsd }: Pick<WithdrawalRow, "id" | "partnerId" | "amountMicroUsd">,
  journals: readonly JournalRow[],
  nowMicroUsd: bigint,
): Review["wallet"] {
  const legs = journals.find(({ type }) => type === "withdrawal")?.legs;
  const entry = legs?.find(({ account }) => account === walletAccount(partnerId));
  if (typeof entry?.balanceAfterMicroUsd !== "string")
    throw new Error(`${id} was not debited from a wallet`);
  const after = BigInt(entry.balanceAfterMicroUsd);
  return { before: usd(after + amountMicroUsd), after: usd(after), now: usd(nowMicroUsd) };
}

export function presentAddress(
  row: AddressRow,
  problem: AddressProblem | undefined,
  lookAlikes: readonly LookAlikeRow[],
): Review["address"] {
  return {
    requestedBefore: Number(row.requestedBefore),
    isPartial: row.isPartial,
    ...(row.firstRequestedAt && { firstRequestedAt: row.firstRequestedAt.toISOString() }),
    paidBefore: { count: Number(row.paidCount), netAmount: usd(row.paidNetMicroUsd) },
    otherPartners: Number(row.otherPartners),
    ...(problem && { problem }),
    lookAlikes: lookAlikes.map(({ address, lastRequestedAt, paidCount }) => ({
      address,
      lastRequestedAt: lastRequestedAt.toISOString(),
      paidCount: Number(paidCount),
    })),
  };
}

export function presentFunding(
  since: Date,
  income: ReadonlyMap<string, bigint>,
  lastDeposit: { amountMicroUsd: bigint; createdAt: Date } | undefined,
): Review["funding"] {
  const of = (category: string) => usd(income.get(category) ?? 0n);
  return {
    since: since.toISOString(),
    deposits: usd((income.get("deposit") ?? 0n) + (income.get("deposit_release") ?? 0n)),
    cardWithdrawals: of("card_withdrawal"),
    liquidations: of("liquidation"),
    refunds: of("withdrawal_refund"),
    corrections: of("correction_credit"),
    ...(lastDeposit && {
      lastLargeDeposit: {
        amount: usd(lastDeposit.amountMicroUsd),
        at: lastDeposit.createdAt.toISOString(),
      },
    }),
  };
}

export function presentPaidOut(row: PaidOutRow): Review["paidOut"] {
  return {
    today: { count: Number(row.todayCount), amount: usd(row.todayMicroUsd) },
    thisMonth: { count: Number(row.monthCount), amount: usd(row.monthMicroUsd) },
  };
}

export function presentJournal({ id, type, createdAt, legs }: JournalRow) {
  return {
    id,
    type,
    createdAt: createdAt.toISOString(),
    legs: legs.map(({ account, amountMicroUsd }) => ({
      account,
      amount: usd(BigInt(amountMicroUsd)),
    })),
  };
}

export function presentActivity({ createdAt, ...activity }: ActivityRow) {
  return { ...activity, at: createdAt.toISOString() };
}
