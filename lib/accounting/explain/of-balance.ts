import { cardAccount, walletAccount } from "@/lib/ledger";
import { findWalletBalance } from "@/lib/withdrawals/store";
import { SHOWN_MOVEMENTS } from "./schema";
import { findCardBalance, findLastJournals } from "./store";
import type { Subject } from "./subject";
import { amountText } from "./words";

/** Explains the wallet balance by its last movements. */
export async function ofWallet(partnerId: string): Promise<Subject> {
  const account = walletAccount(partnerId);
  const [balanceMicroUsd, journalIds] = await Promise.all([
    findWalletBalance(partnerId),
    findLastJournals(partnerId, account, SHOWN_MOVEMENTS),
  ]);
  return {
    id: "wallet",
    sentence: `Your wallet balance is ${amountText(balanceMicroUsd)}. These are the latest transactions.`,
    account,
    accountText: "Your wallet",
    journalIds,
    balanceMicroUsd,
  };
}

/** Explains a card's available balance by its last movements. Returns undefined when the card is not the partner's. */
export async function ofCard(partnerId: string, cardId: string): Promise<Subject | undefined> {
  const account = cardAccount(cardId);
  const [card, journalIds] = await Promise.all([
    findCardBalance(partnerId, cardId),
    findLastJournals(partnerId, account, SHOWN_MOVEMENTS),
  ]);
  if (!card) return undefined;
  const { last4, balanceMicroUsd } = card;
  return {
    id: cardId,
    sentence: `The available balance of card ending ${last4} is ${amountText(balanceMicroUsd)}. These are the latest transactions.`,
    account,
    accountText: `Card ending ${last4}`,
    journalIds,
    balanceMicroUsd,
  };
}
