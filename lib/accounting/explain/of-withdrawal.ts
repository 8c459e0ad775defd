import { payoutNetwork } from "@/lib/chain/payout-network";
import { env } from "@/lib/kernel/env";
import { walletAccount } from "@/lib/ledger";
import type { WithdrawalRow } from "@/lib/withdrawals/store";
import { findJournalsOf } from "./store";
import type { Subject } from "./subject";
import { amountText } from "./words";

function sentenceOf({ status, amountMicroUsd, feeMicroUsd }: WithdrawalRow): string {
  const usd = amountText(amountMicroUsd);
  const net = amountText(amountMicroUsd - feeMicroUsd, "USDC");
  switch (status) {
    case "pending":
      return `${usd} is reserved. The withdrawal is sent after it is approved.`;
    case "approved":
      return `${usd} is reserved, and ${net} is being sent on-chain.`;
    case "completed":
      return `${usd} was debited from your wallet. ${net} was sent on-chain; the rest is the fee.`;
    case "cancelled":
      return `The withdrawal was cancelled. Nothing was sent, and ${usd} was refunded to your wallet.`;
    case "rejected":
      return `The withdrawal was rejected. Nothing was sent, and ${usd} was refunded to your wallet.`;
    case "failed":
      return `The withdrawal failed. ${usd}, including the fee, was refunded to your wallet.`;
  }
}

/** Explains a withdrawal by the amount that the wallet paid. */
export async function ofWithdrawal(partnerId: string, row: WithdrawalRow): Promise<Subject> {
  const { chain } = payoutNetwork(env().SERVICE_ENVIRONMENT);
  const types = ["withdrawal", "withdrawal_completed", "withdrawal_refund"];
  return {
    id: row.id,
    sentence: sentenceOf(row),
    account: walletAccount(partnerId),
    accountText: "Your wallet",
    journalIds: await findJournalsOf(partnerId, types, row.id),
    resourceId: row.id,
    chain: row.txHash === null ? undefined : { chain, txHash: row.txHash },
  };
}
