/** Every event type, in the order of the reference. Apart from the schemas, which pages do not need. */
export const EVENT_TYPES = [
  "user.kyc-event",
  "card.transaction-event",
  "wallet.deposit.crypto",
  "wallet.deposit.card-withdrawal",
  "wallet.withdrawal.crypto",
  "card.deposit.crypto",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
