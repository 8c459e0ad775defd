import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import {
  amountQuery,
  cursorQuery,
  isIdCursor,
  nextCursorField,
  periodQuery,
  timestamp,
  totalFields,
  usd,
} from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import { personal } from "@/lib/contract/sensitive";
import { TRANSACTION_SORTS } from "@/lib/db/transaction-sort";
import { WALLET_ACTIONS, WALLET_CATEGORIES, WALLET_TYPES } from "./categories";

/** `category` is an addition to the spec and more precise than `action`. Source: spec: Wallet transaction. */
export const walletTransactionSchema = z
  .object({
    _id: z.string(),
    partnerId: z.string(),
    amount: usd,
    currency: z.string(),
    type: z.enum(WALLET_TYPES),
    status: z.literal("success"),
    action: z.enum(WALLET_ACTIONS),
    category: z.enum(WALLET_CATEGORIES),
    narration: personal(z.string()),
    serviceCardId: z.string().optional().meta({ description: "Related card, if any" }),
    createdAt: timestamp,
  })
  .meta({ id: "WalletTransaction" });

const exampleWalletTransaction: z.input<typeof walletTransactionSchema> = {
  _id: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3",
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  amount: 50,
  currency: "USD",
  type: "debit",
  status: "success",
  action: "funding",
  category: "card_funding",
  narration: "Funding of card ending 4242",
  serviceCardId: "card_01k9x70c5r8e5t2v7w4y0z1a2b3",
  createdAt: "2026-11-21T09:36:00.000Z",
};

/** Filters of List Wallet Transactions. */
export const walletTransactionFilters = {
  type: filterBy(WALLET_TYPES),
  action: z.enum(WALLET_ACTIONS).optional().meta({ description: "Filter" }),
  category: filterBy(WALLET_CATEGORIES),
  serviceCardId: z.string().optional().meta({ description: "Filters by card" }),
  ...periodQuery,
  ...amountQuery,
};

export const listWalletTransactionsContract = contract({
  id: "listWalletTransactions",
  method: "GET",
  path: "/api/v1/partner/wallet/transactions",
  tag: "Wallet",
  summary: "List Wallet Transactions",
  scope: "read",
  description:
    "Newest first by default. The sum of all credits minus all debits is the wallet balance.",
  query: z.object({
    ...cursorQuery(isIdCursor("txn")),
    ...walletTransactionFilters,
    sort: z.enum(TRANSACTION_SORTS).optional().meta({ description: "`newest` when left out" }),
  }),
  data: z.object({
    transactions: z.array(walletTransactionSchema),
    ...totalFields,
    skip: z.int(),
    limit: z.int(),
    ...nextCursorField,
  }),
  message: "Wallet transactions",
  errors: [],
  examples: {
    data: { transactions: [exampleWalletTransaction], total: 1, skip: 0, limit: 50 },
  },
});

export const getWalletTransactionContract = contract({
  id: "getWalletTransaction",
  method: "GET",
  path: "/api/v1/partner/wallet/transactions/{id}",
  tag: "Wallet",
  summary: "Get Wallet Transaction",
  scope: "read",
  description: "One transaction, as List Wallet Transactions shows it.",
  params: z.object({ id: z.string() }),
  data: walletTransactionSchema,
  message: "Wallet transaction",
  errors: ["TRANSACTION_NOT_FOUND"],
  examples: { params: { id: exampleWalletTransaction._id }, data: exampleWalletTransaction },
});

export const getBalanceContract = contract({
  id: "getBalance",
  method: "GET",
  path: "/api/v1/partner/wallet/balance",
  tag: "Wallet",
  summary: "Get Balance",
  scope: "read",
  data: z.object({
    availableBalance: usd,
    pendingWithdrawals: usd.meta({
      description: "USD debited for withdrawals that are pending or approved",
    }),
    currency: z.literal("USD"),
  }),
  message: "Balance",
  errors: [],
  examples: { data: { availableBalance: 1204.5, pendingWithdrawals: 100, currency: "USD" } },
});
