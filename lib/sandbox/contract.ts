import { z } from "zod";
import { disputeSchema, exampleDispute } from "@/lib/cards/disputes/schema";
import { cardTransactionSchema, exampleCardTransaction } from "@/lib/cards/schema";
import { NETWORKS } from "@/lib/chain/networks";
import { contract } from "@/lib/contract/contract";
import { amountUsd, nameText, text } from "@/lib/contract/fields";
import { KYC_OUTCOMES } from "@/lib/contract/kyc-outcomes";
import { MAX_REASON_CHARACTERS } from "@/lib/contract/reason";
import { personal } from "@/lib/contract/sensitive";
import { USER_STATUSES } from "@/lib/users/states";

/** The simulator of the card network, the identity provider and the chain. Staging only. Source: design 8. */
const MAX_AMOUNT_USD = 1_000_000;
const MAX_MINOR = 1_000_000_000_000;
const amount = amountUsd({ above: 0, max: MAX_AMOUNT_USD });
const transactionParams = z.object({ serviceTransactionId: z.string() });
const changeBody = z.object({ amount: amount.optional() });
const params = { serviceTransactionId: exampleCardTransaction.serviceTransactionId };

const transactionData = cardTransactionSchema
  .extend({ declinedReason: z.string().optional().meta({ description: "When declined" }) })
  .meta({ id: "SandboxTransaction" });

export const simulateKycContract = contract({
  id: "simulateKyc",
  method: "POST",
  path: "/api/v1/sandbox/users/{serviceId}/kyc",
  tag: "Sandbox",
  summary: "Simulate KYC outcome",
  scope: "users",
  audience: "sandbox",
  params: z.object({ serviceId: z.string() }),
  body: z.object({
    status: z.enum(KYC_OUTCOMES),
    // The reason is personal data, so the request log leaves it out.
    reason: personal(text(1, MAX_REASON_CHARACTERS))
      .optional()
      .meta({ description: "Denial codes, separated by commas. Only with denied" }),
  }),
  data: z.object({ serviceId: z.string(), status: z.enum(USER_STATUSES) }),
  audited: ["status", "reason"],
  message: "KYC outcome recorded",
  errors: ["USER_NOT_FOUND"],
  examples: {
    params: { serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3" },
    body: { status: "denied", reason: "WRONG_USER_REGION" },
    data: { serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3", status: "denied" },
  },
});

const merchantFields = {
  merchantName: nameText(100),
  merchantCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: "must be a country code of 2 capital letters" }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: "must be a currency code of 3 capital letters" })
    .optional()
    .meta({ description: "The merchant's currency; default USD. The amount stays USD" }),
};

export const simulateAuthorizationContract = contract({
  id: "simulateAuthorization",
  method: "POST",
  path: "/api/v1/sandbox/cards/{serviceCardId}/authorizations",
  tag: "Sandbox",
  summary: "Simulate card authorization",
  scope: "cards",
  description:
    "Simulates a purchase or cash withdrawal. A currency other than USD adds the cross-border fee as a second transaction.",
  audience: "sandbox",
  params: z.object({ serviceCardId: z.string() }),
  body: z.object({
    amount,
    ...merchantFields,
    transactionType: z.enum(["purchase", "withdrawal"]).optional(),
    description: text(1, 200).optional(),
  }),
  data: transactionData,
  audited: ["amount", "merchantName", "merchantCountry", "currency", "transactionType"],
  message: "Authorization decided",
  errors: ["CARD_NOT_FOUND"],
  examples: {
    params: { serviceCardId: exampleCardTransaction.serviceCardId },
    body: { amount: 25, merchantName: "Blue Bottle Coffee", merchantCountry: "US" },
    data: exampleCardTransaction,
  },
});

/** The messages of a card network that a partner can simulate. Source: decision 0063. */
const SIMULATED_MESSAGES = [
  "authorization",
  "capture",
  "reversal",
  "expiry",
  "decline",
  "refund",
  "refund_reversal",
] as const;

/** Further facts of the network, shown in the dashboard with the transaction. */
const networkFacts = {
  merchantCategoryCode: z
    .string()
    .regex(/^\d{4}$/, { error: "must be a code of 4 digits" })
    .optional()
    .meta({ description: "ISO 18245 (MCC)" }),
  merchantAmountMinor: z.int().min(1).max(MAX_MINOR).optional().meta({
    description:
      "The amount in the merchant's currency, in its smallest unit: 2500 are 25.00 EUR or 2,500 JPY",
  }),
  networkReference: text(1, 100).optional().meta({ description: "The network's reference" }),
  authorizationCode: text(1, 20).optional(),
  entryMode: text(1, 50).optional().meta({ description: "Such as `chip` or `contactless`" }),
};

export const simulateNetworkMessageContract = contract({
  id: "simulateNetworkMessage",
  method: "POST",
  path: "/api/v1/sandbox/cards/{serviceCardId}/network-messages",
  tag: "Sandbox",
  summary: "Simulate network message",
  scope: "cards",
  description:
    "Simulates what a card network reports without asking: captures above the hold or without an authorization, several captures, expired holds, refunds without a purchase, reversed refunds. Messages with the same `networkTransaction` belong together. A message with a `messageId` that was used before changes nothing.",
  audience: "sandbox",
  params: z.object({ serviceCardId: z.string() }),
  body: z.object({
    message: z.enum(SIMULATED_MESSAGES),
    amount: amount.optional().meta({ description: "Required, except with expiry" }),
    isFinal: z
      .boolean()
      .optional()
      .meta({ description: "With capture: releases the rest of the hold; default true" }),
    networkTransaction: text(1, 100)
      .optional()
      .meta({ description: "The network's id of the transaction; a new one by default" }),
    messageId: text(1, 100)
      .optional()
      .meta({ description: "The network's id of the message; a new one by default" }),
    ...merchantFields,
    ...networkFacts,
  }),
  data: z.object({
    networkTransaction: z.string(),
    messageId: z.string(),
    applied: z.boolean().meta({ description: "False if the message was received before" }),
    approved: z.boolean().optional().meta({ description: "Only for authorization" }),
    declinedReason: z.string().optional().meta({ description: "When declined" }),
  }),
  audited: ["message", "amount", "networkTransaction", "merchantName"],
  message: "Network message received",
  errors: ["CARD_NOT_FOUND"],
  examples: {
    params: { serviceCardId: exampleCardTransaction.serviceCardId },
    body: { message: "capture", amount: 30, merchantName: "Corner Shop", merchantCountry: "US" },
    data: {
      networkTransaction: "req_01k9x71f8r8e5t2v7w4y0z1a2b3",
      messageId: "req_01k9x71f8r8e5t2v7w4y0z1a2b4",
      applied: true,
    },
  },
});

/** The message of each successful response. */
const DONE = {
  settle: "Transaction settled",
  reverse: "Authorization reversed",
  refund: "Transaction refunded",
};

const change = (
  id: string,
  verb: "settle" | "reverse" | "refund",
  summary: string,
  description: string,
  tooMuch: "AMOUNT_ABOVE_TRANSACTION" | undefined,
  data: typeof exampleCardTransaction,
) =>
  contract({
    id,
    method: "POST",
    path: `/api/v1/sandbox/transactions/{serviceTransactionId}/${verb}`,
    tag: "Sandbox",
    summary,
    scope: "cards",
    description,
    audience: "sandbox",
    params: transactionParams,
    body: changeBody,
    bodyOptional: true,
    data: transactionData,
    audited: ["amount"],
    message: DONE[verb],
    errors: ["TRANSACTION_NOT_FOUND", "TRANSACTION_NOT_OPEN", ...(tooMuch ? [tooMuch] : [])],
    examples: { params, body: {}, data },
  });

export const simulateSettlementContract = change(
  "simulateSettlement",
  "settle",
  "Simulate settlement",
  "The merchant settles the authorized amount, or `amount`. If it is less than the hold, the rest is returned to the card as a reversal (`_rev`). If it is more, the difference is charged as a separate transaction (`_inc`), and this transaction keeps its amount; what the card cannot pay is recovered from its next funding. List Card Transactions returns both.",
  undefined,
  { ...exampleCardTransaction, status: "settled" },
);

export const simulateReversalContract = change(
  "simulateReversal",
  "reverse",
  "Simulate reversal",
  "The merchant reverses an authorization, or `amount` of it. List Card Transactions returns each part with the id of its event.",
  "AMOUNT_ABOVE_TRANSACTION",
  { ...exampleCardTransaction, status: "reversed" },
);

export const simulateRefundContract = change(
  "simulateRefund",
  "refund",
  "Simulate refund",
  "The merchant refunds a settled transaction and its increase (`_inc`), or `amount` of them. The response is the refund of the transaction, or of the increase if the transaction is fully refunded.",
  "AMOUNT_ABOVE_TRANSACTION",
  {
    ...exampleCardTransaction,
    serviceTransactionId: `${params.serviceTransactionId}_rev`,
    status: "reversed",
    transactionType: "refund",
  },
);

const stagingChains = NETWORKS.staging.map(({ chain }) => chain);

export const simulateDepositContract = contract({
  id: "simulateDeposit",
  method: "POST",
  path: "/api/v1/sandbox/deposits",
  tag: "Sandbox",
  summary: "Simulate deposit",
  scope: "cards",
  description:
    "Sends test tokens on-chain to the wallet or a crypto card. The deposit is confirmed and credited like any other. List Deposits shows its progress.",
  audience: "sandbox",
  body: z.object({
    to: z.string().meta({ description: "`wallet`, or the id of a crypto card" }),
    amount: amountUsd({ above: 0, max: MAX_AMOUNT_USD, maxDecimals: 6 }),
    chain: z.enum(stagingChains),
    token: z
      .enum(["usdc", "usdt", "usdc.e"])
      .meta({ description: "A token that the chain supports" }),
  }),
  data: z.object({ txHash: z.string() }),
  audited: ["amount", "chain", "token", "to"],
  message: "Deposit sent",
  errors: ["CARD_NOT_FOUND"],
  examples: {
    body: { to: "wallet", amount: 250, chain: "base-sepolia", token: "usdc" },
    data: { txHash: "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4" },
  },
});

export const simulateDisputeOutcomeContract = contract({
  id: "simulateDisputeOutcome",
  method: "POST",
  path: "/api/v1/sandbox/disputes/{disputeId}",
  tag: "Sandbox",
  summary: "Simulate dispute outcome",
  scope: "cards",
  description:
    "Decides a dispute as the card network would. A pending dispute is submitted first, so its decision follows a few seconds later.",
  audience: "sandbox",
  params: z.object({ disputeId: z.string() }),
  body: z.object({ outcome: z.enum(["won", "lost", "withdrawn"]) }),
  data: disputeSchema,
  audited: ["outcome"],
  message: "Dispute decided",
  errors: ["DISPUTE_NOT_FOUND", "DISPUTE_NOT_OPEN"],
  examples: {
    params: { disputeId: exampleDispute.disputeId },
    body: { outcome: "won" },
    data: { ...exampleDispute, status: "won", decidedAt: "2026-11-23T09:45:00.000Z" },
  },
});
