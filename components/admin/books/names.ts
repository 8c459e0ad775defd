import type { Journal } from "./queries";

export { ACCOUNT_WORDS as KINDS } from "@/lib/accounting/account-words";

export const TYPES: Record<Journal["type"], string> = {
  deposit: "Deposit",
  deposit_release: "Held deposit credited",
  card_funding: "Card funded",
  card_withdrawal: "Back from a card",
  liquidation: "Card liquidated",
  authorization: "Authorisation",
  reversal: "Reversal",
  settlement: "Settlement",
  refund: "Refund",
  kyc_fee: "KYC fee",
  card_creation_fee: "Card creation fee",
  funding_fee: "Funding fee",
  cross_border_fee: "Cross-border fee",
  withdrawal: "Withdrawal",
  withdrawal_completed: "Withdrawal completed",
  withdrawal_refund: "Withdrawal that came back",
  correction: "Correction",
  network_payment: "Paid to the card network",
  network_receipt: "Received from the card network",
  fee_withdrawal: "Fees withdrawn",
  treasury_transfer: "Treasury transfer",
  capital_contribution: "Capital paid in",
  capital_withdrawal: "Capital paid out",
  cost_payment: "Costs paid",
  service_correction: "Correction of the service's accounts",
};
