import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import {
  amountQuery,
  cursorPagination,
  cursorQuery,
  periodQuery,
  text,
  timestamp,
  usd,
} from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import { PARTNER_ROLES } from "@/lib/contract/roles";
import { personal } from "@/lib/contract/sensitive";
import { DEPOSIT_STATUSES, TRANSACTION_CODES, TRANSFER_CODES } from "./codes";
import { isDepositCursor } from "./cursor";

const TX_HASH = "0x9f2c4d1b7a8e6f5c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5c4";
const confirmations = {
  confirmations: z.int().meta({ description: "Blocks since the transaction, inclusive" }),
  requiredConfirmations: z.int(),
};

const depositSchema = z
  .object({
    id: z.string().meta({
      description:
        "A confirming deposit has no id yet. This value combines chain, txHash and position",
    }),
    status: z.enum(DEPOSIT_STATUSES).meta({
      description: "`held` if it was sent to the address of a terminated card",
    }),
    instruction: z.string().optional().meta({ description: "Held deposits only: what to do" }),
    chain: z.string().meta({ description: "One of the supported networks" }),
    token: z.string().meta({ description: "usdc, usdt or usdc.e" }),
    amount: usd,
    txHash: z.string(),
    ordinal: z.int().meta({
      description:
        "The transfer within the transaction. Together with chain and txHash it identifies the deposit before and after it is credited",
    }),
    explorerUrl: z.string().optional(),
    fromAddress: z.string(),
    toAddress: z.string(),
    serviceCardId: z.string().optional().meta({ description: "If it belongs to a card" }),
    ...confirmations,
    createdAt: timestamp.meta({
      description: "When it was credited, or detected if not credited yet",
    }),
  })
  .meta({ id: "Deposit" });

const depositDetailSchema = z
  .object({
    ...depositSchema.shape,
    walletTransactionId: z
      .string()
      .optional()
      .meta({ description: "If it was credited to the wallet" }),
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

/** Filters of List Deposits. */
export const depositFilters = {
  status: filterBy(DEPOSIT_STATUSES),
  ...periodQuery,
  ...amountQuery,
  search: personal(text(1, 100))
    .optional()
    .meta({ description: "An id, a transaction hash, or the address of the sender or receiver" }),
};

export const listDepositsContract = contract({
  id: "listDeposits",
  method: "GET",
  path: "/api/v1/partner/wallet/deposits",
  tag: "Wallet",
  summary: "List Deposits",
  scope: "read",
  description:
    "Stablecoin deposits to the wallet and to crypto cards. Confirming deposits first, then held and credited ones, newest first. Deposits to the address of a terminated card are held.",
  query: z.object({
    ...cursorQuery(isDepositCursor),
    ...depositFilters,
  }),
  data: z.object({ deposits: z.array(depositSchema), pagination: cursorPagination }),
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
  scope: "read",
  description:
    "A deposit to the wallet or a crypto card. A confirming deposit is found by its id in List Deposits, which also works after it is credited.",
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
    text: z.string().meta({ description: "Human-readable result and next step" }),
    token: z.string().optional().meta({ description: "If it is a supported token" }),
    tokenAddress: z.string().optional().meta({ description: "The token contract" }),
    amount: usd.optional().meta({ description: "USD, for supported tokens" }),
    fromAddress: z.string().optional(),
    toAddress: z.string(),
    serviceCardId: z.string().optional().meta({ description: "If it belongs to a card" }),
    depositId: z.string().optional().meta({ description: "When it was credited" }),
    walletTransactionId: z
      .string()
      .optional()
      .meta({ description: "If it was credited to the wallet" }),
  })
  .meta({ id: "DepositLookupTransfer" });

export const lookupDepositContract = contract({
  id: "lookupDeposit",
  // All roles may call this operation, since it changes nothing.
  roles: PARTNER_ROLES,
  method: "POST",
  path: "/api/v1/partner/wallet/deposits/lookup",
  tag: "Wallet",
  summary: "Look Up Deposit",
  scope: "read",
  description:
    "Explains why a transfer was or was not credited. Reads the transaction from the chain. Limited to 2 requests per second with a burst of 10.",
  body: z.object({
    chain: text(1, 50).meta({ description: "The network of the transfer" }),
    txHash: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: "must be 0x and 64 hexadecimal digits" }),
  }),
  data: z.object({
    chain: z.string(),
    txHash: z.string(),
    explorerUrl: z.string().optional(),
    code: z.enum([...TRANSFER_CODES, ...TRANSACTION_CODES]),
    text: z.string().meta({ description: "Human-readable result and next step" }),
    foundOn: z
      .string()
      .optional()
      .meta({ description: "The network where the transaction was found" }),
    confirmations: confirmations.confirmations.optional(),
    requiredConfirmations: confirmations.requiredConfirmations.optional(),
    transfers: z
      .array(transferSchema)
      .meta({ description: "At most 50 transfers of the transaction, yours first" }),
  }),
  audited: ["chain", "txHash"],
  message: "Deposit looked up",
  errors: [],
  examples: {
    body: { chain: "base", txHash: TX_HASH },
    data: {
      chain: "base",
      txHash: TX_HASH,
      explorerUrl: exampleDeposit.explorerUrl,
      code: "confirming",
      text: "The transfer has 12 of 30 confirmations. It is credited automatically when it has all of them.",
      confirmations: 12,
      requiredConfirmations: 30,
      transfers: [
        {
          code: "confirming",
          text: "The transfer has 12 of 30 confirmations. It is credited automatically when it has all of them.",
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
