import type { State } from "@/components/ui/state-mark";
import type { CardTransactionStatus, CardTransactionType } from "@/lib/cards/states";
import type { WalletCategory } from "@/lib/wallet/categories";

export const STATES: Record<CardTransactionStatus, { state: State; word: string }> = {
  authorized: { state: "waiting", word: "Held" },
  declined: { state: "failed", word: "Declined" },
  reversed: { state: "attention", word: "Reversed" },
  settled: { state: "settled", word: "Settled" },
};

export const TYPES: Record<CardTransactionType, string> = {
  purchase: "Purchase",
  withdrawal: "Withdrawal",
  refund: "Refund",
};

export const CATEGORIES: Record<WalletCategory, string> = {
  kyc_fee: "KYC fee",
  card_creation_fee: "Card creation fee",
  funding_fee: "Funding fee",
  card_funding: "To a card",
  card_withdrawal: "Back from a card",
  liquidation: "From a terminated card",
  deposit: "Deposit",
  deposit_release: "Held deposit credited",
  withdrawal: "Withdrawal",
  withdrawal_refund: "Withdrawal that came back",
};

interface Moved {
  status: CardTransactionStatus;
  transactionType: CardTransactionType;
}

/** Whether the money came to the card, left it, or did not move. */
export function directionOf({ status, transactionType }: Moved): "in" | "out" | undefined {
  if (transactionType === "refund") return "in";
  // Of a purchase that was declined, or given back before it was collected, nothing is gone.
  return status === "declined" || status === "reversed" ? undefined : "out";
}

const optionsOf = (words: [value: string, word: string][]) =>
  words.map(([value, word]) => ({ value, word }));

/** What the lists can be held to. */
export const STATE_OPTIONS = optionsOf(
  Object.entries(STATES).map(([value, { word }]) => [value, word]),
);
export const TYPE_OPTIONS = optionsOf(Object.entries(TYPES));
export const CATEGORY_OPTIONS = optionsOf(Object.entries(CATEGORIES));
export const SIDE_OPTIONS = optionsOf([
  ["credit", "In"],
  ["debit", "Out"],
]);
