import { DECLINE_REASONS } from "@/lib/cards/states";
import { KINDS, STATUS_WORDS } from "@/lib/cards/transaction-words";
import type { WalletCategory } from "@/lib/wallet/categories";

export const CATEGORIES: Record<WalletCategory, string> = {
  kyc_fee: "KYC fee",
  card_creation_fee: "Card creation fee",
  funding_fee: "Funding fee",
  card_funding: "Card funding",
  card_withdrawal: "Card withdrawal",
  liquidation: "Card liquidation",
  deposit: "Deposit",
  deposit_release: "Held deposit credited",
  withdrawal: "Withdrawal",
  withdrawal_refund: "Refunded withdrawal",
  correction_credit: "Correction (credit)",
  correction_debit: "Correction (debit)",
};

const optionsOf = (words: [value: string, word: string][]) =>
  words.map(([value, word]) => ({ value, word }));

/** The options of the status filter. */
export const STATUS_OPTIONS = optionsOf(
  Object.entries(STATUS_WORDS).map(([value, { word }]) => [value, word]),
);
export const KIND_OPTIONS = optionsOf(
  Object.entries(KINDS).map(([value, { word }]) => [value, word]),
);
/** The reasons of our own declines; an issuer has further ones. */
export const DECLINE_OPTIONS = optionsOf(
  DECLINE_REASONS.map((reason) => [reason, `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`]),
);
export const CATEGORY_OPTIONS = optionsOf(Object.entries(CATEGORIES));
export const SIDE_OPTIONS = optionsOf([
  ["credit", "Credit"],
  ["debit", "Debit"],
]);
