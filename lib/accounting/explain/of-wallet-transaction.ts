import {
  findDepositOf,
  findReleasedDeposit,
  type WalletTransactionDetail,
} from "@/lib/activity/transactions/store";
import { type WalletTransactionRow, walletAccount } from "@/lib/ledger";
import type { Subject } from "./subject";
import { amountText } from "./words";

const SENTENCES: Record<WalletTransactionRow["category"], (usd: string, card: string) => string> = {
  kyc_fee: (usd) => `The identity check of a user cost ${usd}.`,
  card_creation_fee: (usd, card) => `Creating the ${card} cost ${usd}.`,
  funding_fee: (usd, card) => `Moving money to the ${card} cost a fee of ${usd}.`,
  card_funding: (usd, card) => `${usd} went from your wallet to the ${card}.`,
  card_withdrawal: (usd, card) => `${usd} came back from the ${card}, the fee taken off already.`,
  liquidation: (usd, card) => `The ${card} was terminated; the ${usd} that it had came back.`,
  deposit: (usd) => `${usd} arrived on the chain at your wallet's address.`,
  deposit_release: (usd) =>
    `${usd} arrived on the chain for a card that was gone, were held, and then credited to your wallet.`,
  withdrawal: (usd) => `${usd} were taken off your wallet for a withdrawal, its fee included.`,
  withdrawal_refund: (usd) => `A withdrawal did not go out: its ${usd} came back whole.`,
  correction_credit: (usd) => `The operator credited ${usd} to your wallet.`,
  correction_debit: (usd) => `The operator debited ${usd} from your wallet.`,
};

async function told(partnerId: string, { category, sourceId }: WalletTransactionDetail) {
  switch (category) {
    case "deposit": {
      const deposit = await findDepositOf(partnerId, sourceId);
      return deposit && { resourceId: deposit.id, chain: deposit };
    }
    case "deposit_release": {
      const deposit = await findReleasedDeposit(partnerId, sourceId);
      return deposit && { resourceId: deposit.id, chain: deposit };
    }
    case "card_withdrawal":
    case "liquidation":
    case "withdrawal":
    case "withdrawal_refund":
      return { resourceId: sourceId };
    default:
      return undefined;
  }
}

/** Why the operator corrected the wallet: the narration says it. */
const reasonOf = ({ category, narration }: WalletTransactionDetail) =>
  category.startsWith("correction") ? ` ${narration}.` : "";

/** A line of the wallet: one journal. */
export async function ofWalletTransaction(
  partnerId: string,
  row: WalletTransactionDetail,
): Promise<Subject> {
  const sentence = SENTENCES[row.category];
  if (!sentence) throw new Error(`a wallet transaction of the unknown category ${row.category}`);
  const card = row.last4 === null ? "card" : `card ending ${row.last4}`;
  return {
    id: row.id,
    sentence: `${sentence(amountText(row.amountMicroUsd), card)}${reasonOf(row)}`,
    account: walletAccount(partnerId),
    accountText: "Your wallet",
    journalIds: [row.journalId],
    ...(await told(partnerId, row)),
  };
}
