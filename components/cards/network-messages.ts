import type { ApiInput } from "@/lib/api/client/types";

type Body = ApiInput<"simulateNetworkMessage">["body"];

interface Choice {
  word: string;
  body: Pick<Body, "message" | "isFinal">;
  /** The effect of the message on a transaction, and without one. */
  onTransaction: string;
  alone: string;
}

const ABOVE_HOLD = "An amount above the hold is charged too, whatever the card’s balance.";
const NO_HOLD = "There is no hold: nothing changes.";

/** The messages of a card network that the form offers. */
export const MESSAGES = {
  authorization: {
    word: "Authorization",
    body: { message: "authorization" },
    onTransaction: "An increment: holds the amount in addition.",
    alone: "Holds the amount. Declined if it exceeds the balance.",
  },
  capture: {
    word: "Final capture",
    body: { message: "capture", isFinal: true },
    onTransaction: `Charges the amount and releases the rest of the hold. ${ABOVE_HOLD}`,
    alone: "A force capture: charges the amount without an authorization, whatever the balance.",
  },
  partialCapture: {
    word: "Partial capture",
    body: { message: "capture", isFinal: false },
    onTransaction: `Charges the amount and keeps the rest of the hold. ${ABOVE_HOLD}`,
    alone: "A force capture: charges the amount without an authorization, whatever the balance.",
  },
  reversal: {
    word: "Partial reversal",
    body: { message: "reversal" },
    onTransaction: "Releases this part of the hold.",
    alone: NO_HOLD,
  },
  expiry: {
    word: "Expiry of the hold",
    body: { message: "expiry" },
    onTransaction: "Releases the whole hold. A later capture is still charged.",
    alone: NO_HOLD,
  },
  decline: {
    word: "Decline by the network",
    body: { message: "decline" },
    onTransaction: "Releases the hold, as if the network declined after our approval.",
    alone: "A declined purchase that we were not asked about.",
  },
  refund: {
    word: "Refund",
    body: { message: "refund" },
    onTransaction: "Returns the amount. It may exceed the purchase.",
    alone: "Returns the amount without a purchase.",
  },
  refundReversal: {
    word: "Reversal of a refund",
    body: { message: "refund_reversal" },
    onTransaction: "Charges the refunded amount again.",
    alone: "Charges the amount again, without a known refund.",
  },
} as const satisfies Record<string, Choice>;

export type MessageName = keyof typeof MESSAGES;

/** The simulated merchants, with what a network reports about them. */
export const NETWORK_MERCHANTS: readonly Omit<Body, "message" | "amount">[] = [
  {
    merchantName: "Corner Shop",
    merchantCountry: "US",
    currency: "USD",
    merchantCategoryCode: "5411",
    entryMode: "contactless",
  },
  {
    merchantName: "Grand Hotel Vienna",
    merchantCountry: "AT",
    currency: "EUR",
    merchantCategoryCode: "7011",
    entryMode: "chip",
  },
  {
    merchantName: "Sakura Rail Pass",
    merchantCountry: "JP",
    currency: "JPY",
    merchantCategoryCode: "4112",
    entryMode: "online",
  },
];
