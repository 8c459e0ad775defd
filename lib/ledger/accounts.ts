/** Ids of ledger accounts. Source: design 6, the table of accounts. */
export const walletAccount = (partnerId: string) => `wallet:${partnerId}`;
export const cardAccount = (cardId: string) => `card:${cardId}`;
export const holdAccount = (cardId: string) => `hold:${cardId}`;
export const custodyAccount = (chain: string, token: string) => `custody:${chain}:${token}`;
export const FEES_ACCOUNT = "fees";
export const NETWORK_ACCOUNT = "network";
export const PAYOUT_ACCOUNT = "payout";
export const SUSPENSE_ACCOUNT = "suspense";
/** The service's money at banks; negative, like custody accounts. */
export const BANK_ACCOUNT = "bank";
/** The operator's own money that was paid in. */
export const CAPITAL_ACCOUNT = "capital";
/**
 * The shortfall account of a card: the amount that the card network collected beyond the card's balance. The service
 * paid the amount, and the card owes it. The balance is 0 or negative. Opened with the first shortfall.
 */
export const cardShortfallAccount = (cardId: string) => `card_shortfall:${cardId}`;
/** The shortfall account of the card whose account this is. */
export const shortfallOf = (account: string) =>
  cardShortfallAccount(account.slice(cardAccount("").length));
/** The provisional credits of open disputes, which the card network may still return; 0 or negative. */
export const DISPUTES_ACCOUNT = "disputes";
/** Expenses of the service; negative. */
export const COSTS_ACCOUNT = "costs";

/**
 * True if the account's balance is stored in a row that is locked while the balance changes. Balances of the service's
 * accounts are sums over entries.
 */
export const keepsBalance = (account: string) =>
  /^(wallet|card|hold|card_shortfall):/.test(account);

/** An account to open, in the format of `ledger.open`. */
export interface NewAccount {
  id: string;
  kind: "wallet" | "card" | "hold" | "card_shortfall" | "custody";
  partnerId?: string;
  cardId?: string;
}

/** The two accounts of a card: its available balance and its holds. */
export function cardAccounts(partnerId: string, cardId: string): NewAccount[] {
  return [
    { id: cardAccount(cardId), kind: "card", partnerId, cardId },
    { id: holdAccount(cardId), kind: "hold", partnerId, cardId },
  ];
}
