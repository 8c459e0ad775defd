import type { EventData, EventType } from "@/lib/webhooks/events";

interface EventText<Type extends EventType> {
  summary: string;
  description: string;
  /** Examples of `data` by name. */
  examples: Record<string, EventData[Type]>;
}

const serviceId = "usr_01k9x6m3q8e5t2v7w4y0z1a2b3";
const serviceCardId = "card_01k9x70c5r8e5t2v7w4y0z1a2b3";
const serviceTransactionId = "txn_01k9x71f8r8e5t2v7w4y0z1a2b3";
const partnerId = "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3";
const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const txHash = "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4";

const person = {
  serviceId,
  email: "amara.okafor@example.com",
  firstName: "Amara",
  lastName: "Okafor",
};
const purchase = {
  serviceCardId,
  serviceTransactionId,
  amount: 25,
  description: "Purchase at Blue Bottle Coffee",
};
const deposit = {
  partnerId,
  amount: 250,
  txHash,
  chain: "base",
  token: "usdc",
  fromAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  toAddress: address,
};
const withdrawal = {
  withdrawalId: "wd_01k9x75d2r8e5t2v7w4y0z1a2b3",
  amount: 100,
  fee: 0.5,
  netAmount: 99.5,
  toAddress: address,
  chain: "base",
  token: "usdc",
} as const;

/** What each event says, and when. Source: spec, Events. */
export const EVENT_TEXTS: { [Type in EventType]: EventText<Type> } = {
  "user.kyc-event": {
    summary: "Identity verification decided",
    description: "Sent with each outcome: approved, denied, or more is needed from the user.",
    examples: {
      approved: { ...person, status: "approved" },
      denied: { ...person, status: "denied", reason: "WRONG_USER_REGION,REGULATIONS_VIOLATIONS" },
      needsVerification: {
        ...person,
        status: "needsVerification",
        verificationLink: `https://cards.example.com/verify/kyc_01k9x6m3q8e5t2v7w4y0z1a2b3.Q2FzdGxl`,
      },
    },
  },
  "card.transaction-event": {
    summary: "A card was used",
    description:
      "A debit that was approved or declined, the fee of a purchase in another currency (a second event after the debit), or a reversal. A reversal credits the debit alone; the fee is not given back.",
    examples: {
      approved: { type: "debit", status: "approved", ...purchase },
      declined: {
        type: "debit",
        status: "declined",
        ...purchase,
        fxFee: 0,
        declinedReason: "insufficient funds",
      },
      crossBorderFee: {
        type: "cross-border",
        status: "approved",
        ...purchase,
        serviceTransactionId: `${serviceTransactionId}_fx`,
        amount: 0.75,
        description: "Cross-border fee",
      },
      reversal: {
        type: "credit",
        status: "reversed",
        ...purchase,
        serviceTransactionId: `${serviceTransactionId}_rev`,
        fxFee: 0,
      },
    },
  },
  "wallet.deposit.crypto": {
    summary: "Deposit credited to the wallet",
    description: "A stablecoin deposit to the wallet's address was confirmed and credited.",
    examples: { deposit },
  },
  "wallet.deposit.card-withdrawal": {
    summary: "Card money credited to the wallet",
    description: "A card withdrawal, or the liquidation of a terminated card that had a balance.",
    examples: {
      withdrawal: {
        partnerId,
        serviceCardId,
        serviceTransactionId,
        amount: 20,
        fee: 1,
        netAmount: 19,
        currency: "USD",
        reference: "sweep 2026-11-21",
      },
      liquidation: {
        partnerId,
        serviceCardId,
        serviceTransactionId,
        amount: 120.5,
        fee: 0,
        netAmount: 120.5,
        currency: "USD",
        source: "liquidation",
      },
    },
  },
  "wallet.withdrawal.crypto": {
    summary: "Withdrawal ended",
    description:
      "A withdrawal was completed, cancelled, rejected, or failed. Its approval alone sends nothing.",
    examples: {
      completed: {
        ...withdrawal,
        status: "completed",
        txHash,
        explorerUrl: `https://basescan.org/tx/${txHash}`,
      },
      cancelled: { ...withdrawal, status: "cancelled" },
      rejected: { ...withdrawal, status: "rejected", reason: "The address is not yours" },
      failed: { ...withdrawal, status: "failed", reason: "The transfer was not taken in time" },
    },
  },
  "card.deposit.crypto": {
    summary: "Deposit credited to a card",
    description: "A stablecoin deposit to a crypto card's address was confirmed and credited.",
    examples: { deposit: { ...deposit, serviceCardId, serviceId, serviceTransactionId } },
  },
};
