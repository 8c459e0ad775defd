import type { EventType } from "./events";

/** What each event says, and when. Source: spec: Events. */
export const EVENT_TEXTS: Record<EventType, { summary: string; description: string }> = {
  "user.kyc-event": {
    summary: "Identity verification decided",
    description: "Sent with each outcome: approved, denied, or more is needed from the user.",
  },
  "card.transaction-event": {
    summary: "A card was used",
    description:
      "A debit that was approved or declined, the fee of a purchase in another currency (a second event after the debit), or a reversal. What is settled for more or less than was held is one more debit or credit. A reversal credits the debit alone; the fee is not given back.",
  },
  "wallet.deposit.crypto": {
    summary: "Deposit credited to the wallet",
    description: "A stablecoin deposit to the wallet's address was confirmed and credited.",
  },
  "wallet.deposit.card-withdrawal": {
    summary: "Card money credited to the wallet",
    description:
      "A card withdrawal, or the liquidation of a terminated card that had a balance. None when the fee takes all of a withdrawal: nothing is credited then.",
  },
  "wallet.withdrawal.crypto": {
    summary: "Withdrawal ended",
    description:
      "A withdrawal was completed, cancelled, rejected, or failed. Its approval alone sends nothing.",
  },
  "card.deposit.crypto": {
    summary: "Deposit credited to a card",
    description: "A stablecoin deposit to a crypto card's address was confirmed and credited.",
  },
};
