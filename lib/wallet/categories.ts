/** Source: spec, Wallet transaction, `action`. */
export const WALLET_ACTIONS = ["funding", "withdrawal", "card-creation-fee", "kyc-fee"] as const;

/** What `action` groups, said exactly. Source: design 7. */
export const WALLET_CATEGORIES = [
  "kyc_fee",
  "card_creation_fee",
  "funding_fee",
  "card_funding",
  "card_withdrawal",
  "liquidation",
  "deposit",
  "withdrawal",
  "withdrawal_refund",
] as const;
export type WalletCategory = (typeof WALLET_CATEGORIES)[number];
