import type { WalletCategory } from "./categories";

/** The words for one and for several wallet transactions of a category. */
export const WALLET_WORDS: Record<WalletCategory, readonly [one: string, many: string]> = {
  kyc_fee: ["Identity verification fee", "identity verification fees"],
  card_creation_fee: ["Card creation fee", "card creation fees"],
  funding_fee: ["Funding fee", "funding fees"],
  card_funding: ["Card funding", "card fundings"],
  card_withdrawal: ["Card withdrawal to wallet", "card withdrawals"],
  liquidation: ["Balance of a terminated card", "balances of terminated cards"],
  deposit: ["Deposit", "deposits"],
  deposit_release: ["Held deposit credited", "held deposits credited"],
  withdrawal: ["Withdrawal", "withdrawals"],
  withdrawal_refund: ["Refunded withdrawal", "refunded withdrawals"],
  correction_credit: ["Correction", "corrections"],
  correction_debit: ["Correction", "corrections"],
};
