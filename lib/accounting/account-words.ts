import type { AccountKind } from "./schema";

/** The displayed name and meaning of each kind of account. */
export const ACCOUNT_WORDS: Record<AccountKind, { name: string; meaning: string }> = {
  wallet: { name: "Wallets", meaning: "Owed to partners" },
  card: { name: "Cards", meaning: "Owed to partners: available card balances" },
  hold: { name: "Holds", meaning: "Authorized on cards, not yet settled" },
  payout: { name: "Payouts", meaning: "Reserved for withdrawals, not yet sent" },
  fees: { name: "Fees", meaning: "Revenue of the operator" },
  network: { name: "Card network", meaning: "Owed to the network. Negative: owed by the network" },
  suspense: { name: "Suspense", meaning: "Held deposits" },
  capital: { name: "Capital", meaning: "Operator’s own capital" },
  adjustments: {
    name: "Adjustments",
    meaning: "Corrections. Negative: paid to partners",
  },
  costs: { name: "Costs", meaning: "Operating costs (asset side, negative)" },
  bank: { name: "Bank", meaning: "Bank balances (asset side, negative)" },
  custody: { name: "Custody", meaning: "On-chain balances (asset side, negative)" },
};
