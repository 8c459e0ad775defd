import type { Journal } from "./queries";

export { ACCOUNT_WORDS as KINDS } from "@/lib/accounting/account-words";

export const TYPES: Record<Journal["type"], string> = {
  deposit: "Deposit",
  deposit_release: "Held deposit credited",
  card_funding: "Card funding",
  card_withdrawal: "Card withdrawal",
  liquidation: "Card liquidation",
  authorization: "Authorization",
  reversal: "Reversal",
  settlement: "Settlement",
  refund: "Refund",
  kyc_fee: "KYC fee",
  card_creation_fee: "Card creation fee",
  funding_fee: "Funding fee",
  cross_border_fee: "Cross-border fee",
  withdrawal: "Withdrawal",
  withdrawal_completed: "Withdrawal completed",
  withdrawal_refund: "Withdrawal refunded",
  correction: "Correction",
  network_payment: "Paid to the card network",
  network_receipt: "Received from the card network",
  fee_withdrawal: "Fees withdrawn",
  treasury_transfer: "Treasury transfer",
  capital_contribution: "Capital paid in",
  capital_withdrawal: "Capital paid out",
  cost_payment: "Costs paid",
  service_correction: "Operator account correction",
};
