import type { EventType } from "./events";

/** The meaning of each event and when it is sent. Source: spec: Events. */
export const EVENT_TEXTS: Record<EventType, { summary: string; description: string }> = {
  "user.kyc-event": {
    summary: "Identity verification decided",
    description: "Sent with each result: approved, denied, or needsVerification.",
  },
  "card.transaction-event": {
    summary: "Card transaction",
    description:
      "An approved or declined debit, a cross-border fee (a second event after the debit), or a reversal. A settlement for more or less than the hold is a further debit or credit. A reversal credits the debit only; the fee is not refunded.",
  },
  "wallet.deposit.crypto": {
    summary: "Deposit credited to the wallet",
    description: "A stablecoin deposit to the wallet's address was confirmed and credited.",
  },
  "wallet.deposit.card-withdrawal": {
    summary: "Card withdrawal credited to the wallet",
    description:
      "A card withdrawal, or the liquidation of a terminated card with a positive balance. Not sent if the fee uses up the whole amount.",
  },
  "wallet.withdrawal.crypto": {
    summary: "Withdrawal finished",
    description:
      "A withdrawal was completed, cancelled, rejected, or failed. Approval sends no event.",
  },
  "card.deposit.crypto": {
    summary: "Deposit credited to a card",
    description: "A stablecoin deposit to a crypto card's address was confirmed and credited.",
  },
};
