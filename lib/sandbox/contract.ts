import { z } from "zod";
import { cardTransactionSchema, exampleCardTransaction } from "@/lib/cards/schema";
import { NETWORKS } from "@/lib/chain/networks";
import { contract } from "@/lib/contract/contract";
import { amountUsd, text } from "@/lib/contract/fields";
import { KYC_OUTCOMES } from "@/lib/contract/kyc-outcomes";
import { personal } from "@/lib/contract/sensitive";
import { USER_STATUSES } from "@/lib/users/states";

/** The simulator of the outside world: the card network, the identity provider and the chain. Staging only. Source: design 8. */
const MAX_AMOUNT_USD = 1_000_000;
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
  audience: "sandbox",
  params: z.object({ serviceId: z.string() }),
  body: z.object({
    status: z.enum(KYC_OUTCOMES),
    // Why a person was denied is about the person: the request log leaves it out.
    reason: personal(text(1, 500))
      .optional()
      .meta({ description: "Denial codes, separated by commas; only with denied" }),
  }),
  data: z.object({ serviceId: z.string(), status: z.enum(USER_STATUSES) }),
  message: "KYC outcome recorded",
  errors: ["USER_NOT_FOUND"],
  examples: {
    params: { serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3" },
    body: { status: "denied", reason: "WRONG_USER_REGION" },
    data: { serviceId: "usr_01k9x6m3q8e5t2v7w4y0z1a2b3", status: "denied" },
  },
});

export const simulateAuthorizationContract = contract({
  id: "simulateAuthorization",
  method: "POST",
  path: "/api/v1/sandbox/cards/{serviceCardId}/authorizations",
  tag: "Sandbox",
  summary: "Simulate card authorisation",
  description:
    "A merchant asks for money. A currency other than USD adds the cross-border fee as a second transaction.",
  audience: "sandbox",
  params: z.object({ serviceCardId: z.string() }),
  body: z.object({
    amount,
    merchantName: text(1, 100),
    merchantCountry: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: "must be a country code of 2 capital letters" }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: "must be a currency code of 3 capital letters" })
      .optional()
      .meta({ description: "The merchant's currency; default USD. The amount stays USD" }),
    transactionType: z.enum(["purchase", "withdrawal"]).optional(),
    description: text(1, 200).optional(),
  }),
  data: transactionData,
  message: "Authorisation decided",
  errors: ["CARD_NOT_FOUND"],
  examples: {
    params: { serviceCardId: exampleCardTransaction.serviceCardId },
    body: { amount: 25, merchantName: "Blue Bottle Coffee", merchantCountry: "US" },
    data: exampleCardTransaction,
  },
});

/** What an answer says was done. */
const DONE = {
  settle: "Transaction settled",
  reverse: "Authorisation reversed",
  refund: "Transaction refunded",
};

const change = (
  id: string,
  verb: "settle" | "reverse" | "refund",
  summary: string,
  description: string,
  tooMuch: "INSUFFICIENT_FUNDS" | "AMOUNT_ABOVE_TRANSACTION",
  data: typeof exampleCardTransaction,
) =>
  contract({
    id,
    method: "POST",
    path: `/api/v1/sandbox/transactions/{serviceTransactionId}/${verb}`,
    tag: "Sandbox",
    summary,
    description,
    audience: "sandbox",
    params: transactionParams,
    body: changeBody,
    bodyOptional: true,
    data: transactionData,
    message: DONE[verb],
    errors: ["TRANSACTION_NOT_FOUND", "TRANSACTION_NOT_OPEN", tooMuch],
    examples: { params, body: {}, data },
  });

export const simulateSettlementContract = change(
  "simulateSettlement",
  "settle",
  "Simulate settlement",
  "The merchant collects what was authorized, or `amount`. Less than the hold gives the rest back to the card as a reversal (`_rev`). More than the hold takes the difference from the card as a transaction of its own (`_inc`), and this transaction keeps its amount. Both are in List Card Transactions.",
  "INSUFFICIENT_FUNDS",
  { ...exampleCardTransaction, status: "settled" },
);

export const simulateReversalContract = change(
  "simulateReversal",
  "reverse",
  "Simulate reversal",
  "The merchant gives up an authorization, or `amount` of it. Each part is a row of List Card Transactions, with the id of its event.",
  "AMOUNT_ABOVE_TRANSACTION",
  { ...exampleCardTransaction, status: "reversed" },
);

export const simulateRefundContract = change(
  "simulateRefund",
  "refund",
  "Simulate refund",
  "The merchant pays back a settled transaction, or `amount` of it, and of its increase (`_inc`), if it has one. The response is the refund of the transaction itself, or of the increase once nothing else is left.",
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
  description:
    "A real transfer of test tokens on the chain, to the wallet or to a crypto card. It is confirmed and credited as any other: List Deposits shows it on its way.",
  audience: "sandbox",
  body: z.object({
    to: z.string().meta({ description: "`wallet`, or the id of a crypto card" }),
    amount: amountUsd({ above: 0, max: MAX_AMOUNT_USD, maxDecimals: 6 }),
    chain: z.enum(stagingChains),
    token: z.enum(["usdc", "usdt", "usdc.e"]).meta({ description: "One that the chain has" }),
  }),
  data: z.object({ txHash: z.string() }),
  message: "Deposit sent",
  errors: ["CARD_NOT_FOUND"],
  examples: {
    body: { to: "wallet", amount: 250, chain: "base-sepolia", token: "usdc" },
    data: { txHash: "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4" },
  },
});
