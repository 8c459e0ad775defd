import type { EventType } from "@/lib/webhooks/events";
import { eventExamples } from "@/lib/webhooks/examples";

/** Examples of each event's `data`, by name. */
export const EVENT_EXAMPLES = eventExamples({
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3",
  serviceCardId: "card_01k9x70c5r8e5t2v7w4y0z1a2b3",
  serviceTransactionId: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
  withdrawalId: "wd_01k9x75d2r8e5t2v7w4y0z1a2b3",
  txHash: "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4",
  chain: "base",
  depositAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
});

/** What each event says, and when. Source: spec, Events. */
export const EVENT_TEXTS: Record<EventType, { summary: string; description: string }> = {
  "user.kyc-event": {
    summary: "Identity verification decided",
    description: "Sent with each outcome: approved, denied, or more is needed from the user.",
  },
  "card.transaction-event": {
    summary: "A card was used",
    description:
      "A debit that was approved or declined, the fee of a purchase in another currency (a second event after the debit), or a reversal. A reversal credits the debit alone; the fee is not given back.",
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
