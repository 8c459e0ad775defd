import { z } from "zod";
import { usd } from "@/lib/contract/fields";
import { KYC_OUTCOMES } from "@/lib/contract/kyc-outcomes";
import { EVENT_TYPES, type EventType } from "./event-types";

export { EVENT_TYPES, type EventType };

const transaction = {
  serviceCardId: z.string(),
  serviceTransactionId: z.string(),
  amount: usd,
  description: z.string(),
};

const approvedDebit = z.object({
  type: z.literal("debit"),
  status: z.literal("approved"),
  ...transaction,
});

const declinedDebit = z.object({
  type: z.literal("debit"),
  status: z.literal("declined"),
  ...transaction,
  fxFee: usd.meta({ description: "USD. The cross-border fee that would have applied" }),
  declinedReason: z.string(),
});

const crossBorder = z.object({
  type: z.literal("cross-border"),
  status: z.literal("approved"),
  ...transaction,
  serviceTransactionId: z.string().meta({ description: "The debit id with the suffix `_fx`" }),
});

const reversal = z.object({
  type: z.literal("credit"),
  status: z.literal("reversed"),
  ...transaction,
  serviceTransactionId: z.string().meta({
    description:
      "The debit id with the suffix `_rev`. Further reversals of the debit have `_rev2`, `_rev3` and so on",
  }),
  amount: usd.meta({ description: "USD credited back" }),
  fxFee: z.literal(0),
});

const deposit = z.object({
  partnerId: z.string(),
  amount: usd.meta({ description: "USD credited" }),
  txHash: z.string(),
  chain: z.string().meta({ description: "One of the supported networks" }),
  token: z.string().meta({ description: "usdc, usdt or usdc.e" }),
  fromAddress: z.string(),
  toAddress: z.string(),
});

/** All event types, with the schema of their `data`. Source: spec: Events; design 7 for `card.deposit.crypto`. */
export const EVENT_DATA = {
  "user.kyc-event": z.object({
    serviceId: z.string(),
    status: z.enum(KYC_OUTCOMES),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    reason: z
      .string()
      .optional()
      .meta({ description: "Only if denied: denial codes, separated by commas" }),
    verificationLink: z.string().optional().meta({ description: "Only when needsVerification" }),
  }),
  "card.transaction-event": z.discriminatedUnion("type", [
    z.discriminatedUnion("status", [approvedDebit, declinedDebit]),
    crossBorder,
    reversal,
  ]),
  "wallet.deposit.crypto": deposit,
  "wallet.deposit.card-withdrawal": z.object({
    partnerId: z.string(),
    serviceCardId: z.string(),
    serviceTransactionId: z.string(),
    amount: usd.meta({ description: "USD taken from the card" }),
    fee: usd,
    netAmount: usd.meta({ description: "USD credited to the wallet: amount minus fee" }),
    currency: z.literal("USD"),
    source: z.literal("liquidation").optional().meta({ description: "Only for a terminated card" }),
    reference: z.string().optional().meta({ description: "The `reference` of the request" }),
  }),
  "wallet.withdrawal.crypto": z.object({
    withdrawalId: z.string(),
    amount: usd,
    fee: usd,
    netAmount: usd,
    toAddress: z.string(),
    chain: z.literal("base"),
    token: z.literal("usdc"),
    status: z.enum(["completed", "cancelled", "rejected", "failed"]),
    txHash: z.string().optional().meta({ description: "Only when completed" }),
    explorerUrl: z.string().optional().meta({ description: "Only when completed" }),
    reason: z.string().optional().meta({ description: "If failed, or if rejected with a reason" }),
  }),
  "card.deposit.crypto": deposit.extend({
    serviceCardId: z.string(),
    serviceId: z.string(),
    serviceTransactionId: z.string(),
  }),
} satisfies Record<EventType, z.ZodType>;

export type EventData = { [Type in EventType]: z.infer<(typeof EVENT_DATA)[Type]> };
