import type { ACCOUNT_CLASS_NAMES, AccountKind } from "./schema";

export type AccountClass = (typeof ACCOUNT_CLASS_NAMES)[number];

/** The displayed name of each class. */
export const ACCOUNT_CLASSES: Record<AccountClass, string> = {
  assets: "Assets",
  liabilities: "Liabilities",
  equity: "Equity",
  results: "Income and expenses",
};

interface AccountWords {
  name: string;
  meaning: string;
  class: AccountClass;
}

/** The displayed name, meaning and class of each kind of account. */
export const ACCOUNT_WORDS: Record<AccountKind, AccountWords> = {
  custody: { name: "Custody", meaning: "On-chain balances", class: "assets" },
  bank: { name: "Bank", meaning: "Bank balances", class: "assets" },
  card_shortfall: {
    name: "Card shortfalls",
    meaning: "Collected by the card network beyond card balances",
    class: "assets",
  },
  disputes: {
    name: "Disputes",
    meaning: "Credited to cards for open disputes",
    class: "assets",
  },
  wallet: { name: "Wallets", meaning: "Owed to partners", class: "liabilities" },
  card: {
    name: "Cards",
    meaning: "Owed to partners: available card balances",
    class: "liabilities",
  },
  hold: { name: "Holds", meaning: "Authorized on cards, not yet settled", class: "liabilities" },
  payout: {
    name: "Payouts",
    meaning: "Reserved for withdrawals, not yet sent",
    class: "liabilities",
  },
  network: {
    name: "Card network",
    meaning: "Owed to the network. A debit is owed by the network",
    class: "liabilities",
  },
  suspense: { name: "Suspense", meaning: "Held deposits", class: "liabilities" },
  capital: { name: "Capital", meaning: "Operator’s own capital", class: "equity" },
  fees: { name: "Fees", meaning: "Revenue of the operator", class: "results" },
  adjustments: {
    name: "Adjustments",
    meaning: "Corrections. A debit was paid to partners",
    class: "results",
  },
  costs: { name: "Costs", meaning: "Operating costs", class: "results" },
};
