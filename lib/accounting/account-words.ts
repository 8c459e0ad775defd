import type { AccountKind } from "./schema";

/** What the kinds of account are called, and what they are for. */
export const ACCOUNT_WORDS: Record<AccountKind, { name: string; meaning: string }> = {
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
