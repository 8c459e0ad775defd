import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { pageQuery, pagination, text, timestamp, usd } from "@/lib/contract/fields";
import { PARTNER_ROLES } from "@/lib/contract/roles";
import { DEPOSIT_STATUSES, TRANSACTION_CODES, TRANSFER_CODES } from "./codes";

const TX_HASH = "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4";
const confirmations = {
  confirmations: z.int().meta({ description: "Blocks from the transaction's own to the newest" }),
  requiredConfirmations: z.int(),
};

export const depositSchema = z
  .object({
    id: z.string().meta({
      description:
        "A confirming deposit has none yet: its chain, txHash and place in it stand here",
    }),
    status: z.enum(DEPOSIT_STATUSES).meta({
      description: "`held` when it came to the address of a card that is terminated",
    }),
    instruction: z
      .string()
      .optional()
      .meta({ description: "Of held deposits only: what to do, for people" }),
    chain: z.string().meta({ description: "One of the supported networks" }),
    token: z.string().meta({ description: "usdc, usdt or usdc.e" }),
    amount: usd,
    txHash: z.string(),
    ordinal: z.int().meta({
      description:
        "Which transfer within the transaction. With chain and txHash the same before and after it is credited",
    }),
    explorerUrl: z.string().optional(),
    fromAddress: z.string(),
    toAddress: z.string(),
    serviceCardId: z.string().optional().meta({ description: "When it is a card's" }),
    ...confirmations,
    createdAt: timestamp.meta({
      description: "When it was credited; when it was seen, before that",
    }),
  })
  .meta({ id: "Deposit" });

const depositDetailSchema = z
  .object({
    ...depositSchema.shape,
    walletTransactionId: z
      .string()
      .optional()
      .meta({ description: "When it was credited to the wallet" }),
  })
  .meta({ id: "DepositDetail" });

const exampleDeposit: z.input<typeof depositSchema> = {
  id: "dep_01k9x71f8r8e5t2v7w4y0z1a2b3",
  status: "credited",
  chain: "base",
  token: "usdc",
  amount: 250,
  txHash: TX_HASH,
  ordinal: 0,
  explorerUrl: `https://basescan.org/tx/${TX_HASH}`,
  fromAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  confirmations: 30,
  requiredConfirmations: 30,
  createdAt: "2026-11-21T09:36:00.000Z",
};

export const listDepositsContract = contract({
  id: "listDeposits",
  method: "GET",
  path: "/api/v1/partner/wallet/deposits",
  tag: "Wallet",
  summary: "List Deposits",
  description:
    "Stablecoin deposits to the wallet and to crypto cards: those on their way first, then those that are held or credited, newest first. A deposit to the address of a terminated card is held until the operator decides.",
  query: z.object({
    ...pageQuery,
    status: z.enum(DEPOSIT_STATUSES).optional().meta({ description: "Only these" }),
  }),
  data: z.object({ deposits: z.array(depositSchema), pagination }),
  message: "Deposits",
  errors: [],
  examples: {
    data: { deposits: [exampleDeposit], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});

export const getDepositContract = contract({
  id: "getDeposit",
  method: "GET",
  path: "/api/v1/partner/wallet/deposits/{depositId}",
  tag: "Wallet",
  summary: "Get Deposit",
  description:
    "One deposit to the wallet or to a crypto card. A confirming one is found by the id that List Deposits has for it, and by that one still when it is credited.",
  params: z.object({ depositId: z.string() }),
  data: depositDetailSchema,
  message: "Deposit",
  errors: ["DEPOSIT_NOT_FOUND"],
  examples: {
    params: { depositId: exampleDeposit.id },
    data: { ...exampleDeposit, walletTransactionId: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3" },
  },
});

const transferSchema = z
  .object({
    code: z.enum(TRANSFER_CODES),
    text: z.string().meta({ description: "The same for people, and what to do" }),
    token: z.string().optional().meta({ description: "When it is a credited one" }),
    tokenAddress: z.string().optional().meta({ description: "The contract that moved" }),
    amount: usd.optional().meta({ description: "USD, when the token is a credited one" }),
    fromAddress: z.string().optional(),
    toAddress: z.string(),
    serviceCardId: z.string().optional().meta({ description: "When it is a card's" }),
    depositId: z.string().optional().meta({ description: "When it was credited" }),
    walletTransactionId: z
      .string()
      .optional()
      .meta({ description: "When it was credited to the wallet" }),
  })
  .meta({ id: "DepositLookupTransfer" });

export const lookupDepositContract = contract({
  id: "lookupDeposit",
  // It changes nothing.
  roles: PARTNER_ROLES,
  method: "POST",
  path: "/api/v1/partner/wallet/deposits/lookup",
  tag: "Wallet",
  summary: "Look Up Deposit",
  description:
    "Why a transfer was credited or was not. Reads the transaction from the chain: 2 a second, 10 at once.",
  body: z.object({
    chain: text(1, 50).meta({ description: "The network that the transfer was sent on" }),
    txHash: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: "must be 0x and 64 hexadecimal digits" }),
  }),
  data: z.object({
    chain: z.string(),
    txHash: z.string(),
    explorerUrl: z.string().optional(),
    code: z.enum([...TRANSFER_CODES, ...TRANSACTION_CODES]),
    text: z.string().meta({ description: "The same for people, and what to do" }),
    foundOn: z.string().optional().meta({ description: "Where the transaction is instead" }),
    confirmations: confirmations.confirmations.optional(),
    requiredConfirmations: confirmations.requiredConfirmations.optional(),
    transfers: z
      .array(transferSchema)
      .meta({ description: "Of the transaction's transfers at most 50, yours first" }),
  }),
  message: "Deposit looked up",
  errors: [],
  examples: {
    body: { chain: "base", txHash: TX_HASH },
    data: {
      chain: "base",
      txHash: TX_HASH,
      explorerUrl: exampleDeposit.explorerUrl,
      code: "confirming",
      text: "The transfer has 12 of 30 confirmations. It is credited by itself when it has all of them.",
      confirmations: 12,
      requiredConfirmations: 30,
      transfers: [
        {
          code: "confirming",
          text: "The transfer has 12 of 30 confirmations. It is credited by itself when it has all of them.",
          token: "usdc",
          tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
          amount: 250,
          fromAddress: exampleDeposit.fromAddress,
          toAddress: exampleDeposit.toAddress,
        },
      ],
    },
  },
});
