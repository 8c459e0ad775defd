import {
  findDepositOf,
  findReleasedDeposit,
  type WalletTransactionDetail,
} from "@/lib/activity/transactions/store";
import { type WalletTransactionRow, walletAccount } from "@/lib/ledger";
import { findJournalsOf } from "./store";
import type { Subject } from "./subject";
import { amountText } from "./words";

const SENTENCES: Record<WalletTransactionRow["category"], (usd: string, card: string) => string> = {
  kyc_fee: (usd) => `A fee of ${usd} was charged for a user’s identity verification.`,
  card_creation_fee: (usd, card) => `A fee of ${usd} was charged for creating ${card}.`,
  funding_fee: (usd, card) => `A fee of ${usd} was charged for funding ${card}.`,
  card_funding: (usd, card) => `${usd} was moved from your wallet to ${card}.`,
  card_withdrawal: (usd, card) =>
    `${usd} was withdrawn from ${card} to your wallet, net of the fee.`,
  liquidation: (usd, card) =>
    `The remaining balance of ${usd} on terminated ${card} was returned to your wallet.`,
  deposit: (usd) => `${usd} was deposited on-chain to your wallet address.`,
  deposit_release: (usd) =>
    `${usd} was deposited on-chain to the address of a terminated card, held, and then credited to your wallet.`,
  withdrawal: (usd) => `${usd} was debited from your wallet for a withdrawal, including the fee.`,
  withdrawal_refund: (usd) =>
    `A withdrawal was not sent. The full ${usd} was refunded to your wallet.`,
  correction_credit: (usd) => `The operator credited ${usd} to your wallet.`,
  correction_debit: (usd) => `The operator debited ${usd} from your wallet.`,
};

/** The object behind the transaction: a withdrawal, a card withdrawal, or a deposit with its transfer. */
async function originOf(partnerId: string, { category, sourceId }: WalletTransactionDetail) {
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

/** The operator's reason for a correction of the wallet, from the narration. */
const reasonOf = ({ category, narration }: WalletTransactionDetail) =>
  category.startsWith("correction") ? ` ${narration}.` : "";

/** The journal of the transaction, and of a funding the recovery of the card's shortfall. */
async function journalsOf(
  partnerId: string,
  { category, sourceId, journalId }: WalletTransactionDetail,
): Promise<string[]> {
  if (category !== "card_funding") return [journalId];
  return [journalId, ...(await findJournalsOf(partnerId, ["shortfall_recovery"], sourceId))];
}

/** Explains a line of the wallet's list. */
export async function ofWalletTransaction(
  partnerId: string,
  row: WalletTransactionDetail,
): Promise<Subject> {
  const sentence = SENTENCES[row.category];
  if (!sentence) throw new Error(`a wallet transaction of the unknown category ${row.category}`);
  const card = row.last4 === null ? "a card" : `card ending ${row.last4}`;
  return {
    id: row.id,
    sentence: `${sentence(amountText(row.amountMicroUsd), card)}${reasonOf(row)}`,
    account: walletAccount(partnerId),
    accountText: "Your wallet",
    journalIds: await journalsOf(partnerId, row),
    ...(await originOf(partnerId, row)),
  };
}
