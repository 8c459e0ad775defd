export const WALLET_TYPES = ["debit", "credit"] as const;
export type WalletType = (typeof WALLET_TYPES)[number];

/** Source: spec: Wallet transaction, `action`. */
export const WALLET_ACTIONS = ["funding", "withdrawal", "card-creation-fee", "kyc-fee"] as const;
export type WalletAction = (typeof WALLET_ACTIONS)[number];

/** The categories that `action` groups. Source: design 7. */
export const WALLET_CATEGORIES = [
  "kyc_fee",
  "card_creation_fee",
  "funding_fee",
  "card_funding",
  "card_withdrawal",
  "liquidation",
  "deposit",
  "deposit_release",
  "withdrawal",
  "withdrawal_refund",
  "correction_credit",
  "correction_debit",
] as const;
export type WalletCategory = (typeof WALLET_CATEGORIES)[number];

/** The action of each category. Source: spec: Wallet transaction; design 7, `action`. */
export const ACTION_OF: Record<WalletCategory, WalletAction> = {
  kyc_fee: "kyc-fee",
  card_creation_fee: "card-creation-fee",
  funding_fee: "funding",
  card_funding: "funding",
  card_withdrawal: "withdrawal",
  liquidation: "withdrawal",
  deposit: "funding",
  deposit_release: "funding",
  withdrawal: "withdrawal",
  withdrawal_refund: "withdrawal",
  correction_credit: "funding",
  correction_debit: "withdrawal",
};
