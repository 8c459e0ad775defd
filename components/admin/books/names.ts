import type { Journal, Line } from "./queries";

/** What the kinds of account are, and what they are for. */
export const KINDS: Record<Line["kind"], { name: string; meaning: string }> = {
  wallet: { name: "Wallets", meaning: "Owed to partners" },
  card: { name: "Cards", meaning: "Owed to partners: what cards can spend" },
  hold: { name: "Holds", meaning: "Authorised on cards, not yet settled" },
  payout: { name: "Payouts", meaning: "Taken for withdrawals, not yet sent" },
  fees: { name: "Fees", meaning: "The service's own" },
  network: { name: "Card network", meaning: "Owed to the network; below zero owed by it" },
  suspense: { name: "Suspense", meaning: "Received for a card that is gone, and held" },
  capital: { name: "Capital", meaning: "Paid in by the operator of its own money" },
  adjustments: {
    name: "Adjustments",
    meaning: "Taken in by corrections; below zero given away by them",
  },
  costs: { name: "Costs", meaning: "Spent by the service, so below zero" },
  bank: { name: "Bank", meaning: "At the service's banks, so below zero" },
  custody: { name: "Custody", meaning: "On chain, so below zero: the other side of all above" },
};

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
