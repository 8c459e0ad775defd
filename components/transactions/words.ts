import { KINDS, STATUS_WORDS } from "@/lib/cards/transaction-words";
import type { WalletCategory } from "@/lib/wallet/categories";

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
  correction_credit: "Correction, credited",
  correction_debit: "Correction, debited",
};

const optionsOf = (words: [value: string, word: string][]) =>
  words.map(([value, word]) => ({ value, word }));

/** What the lists can be held to. */
export const STATUS_OPTIONS = optionsOf(
  Object.entries(STATUS_WORDS).map(([value, { word }]) => [value, word]),
);
export const KIND_OPTIONS = optionsOf(
  Object.entries(KINDS).map(([value, { word }]) => [value, word]),
);
export const CATEGORY_OPTIONS = optionsOf(Object.entries(CATEGORIES));
export const SIDE_OPTIONS = optionsOf([
  ["credit", "In"],
  ["debit", "Out"],
]);
