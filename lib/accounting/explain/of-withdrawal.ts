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
      return `${usd} are set aside. Nothing is sent before the operator approves it.`;
    case "approved":
      return `${usd} are set aside, and ${net} are being sent on the chain.`;
    case "completed":
      return `${usd} left your wallet: ${net} arrived on the chain, the rest is the fee.`;
    case "cancelled":
      return `It was cancelled: nothing was sent, and the ${usd} are back in your wallet.`;
    case "rejected":
      return `The operator rejected it: nothing was sent, and the ${usd} are back in your wallet.`;
    case "failed":
      return `It could not be sent: the ${usd} are back in your wallet, the fee too.`;
  }
}

/** A withdrawal: what the wallet gave for it. */
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
