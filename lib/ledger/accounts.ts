/** Ids of ledger accounts. Source: design 6, the table of accounts. */
export const walletAccount = (partnerId: string) => `wallet:${partnerId}`;
export const cardAccount = (cardId: string) => `card:${cardId}`;
export const holdAccount = (cardId: string) => `hold:${cardId}`;
export const custodyAccount = (chain: string, token: string) => `custody:${chain}:${token}`;
export const FEES_ACCOUNT = "fees";
export const NETWORK_ACCOUNT = "network";
export const PAYOUT_ACCOUNT = "payout";
export const SUSPENSE_ACCOUNT = "suspense";
/** What the service has at banks; below zero, as custody is. */
export const BANK_ACCOUNT = "bank";
/** What the operator paid in of its own money. */
export const CAPITAL_ACCOUNT = "capital";
/** What the service spent; below zero. */
export const COSTS_ACCOUNT = "costs";
/** What corrections took in; below zero what they gave away. */
export const ADJUSTMENTS_ACCOUNT = "adjustments";

/** Whether an account's balance is kept, and so locked while it changes. Those of the service are sums over entries. */
export const keepsBalance = (account: string) => /^(wallet|card|hold):/.test(account);

/** An account to open, as `ledger.open` takes it. */
export interface NewAccount {
  id: string;
  kind: "wallet" | "card" | "hold" | "custody";
  partnerId?: string;
  cardId?: string;
}

/** The two accounts of a card: what it can spend and what is held. */
export function cardAccounts(partnerId: string, cardId: string): NewAccount[] {
  return [
    { id: cardAccount(cardId), kind: "card", partnerId, cardId },
    { id: holdAccount(cardId), kind: "hold", partnerId, cardId },
  ];
}
