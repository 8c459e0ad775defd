import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import {
  amountQuery,
  amountUsd,
  cursorPagination,
  cursorQuery,
  evmAddress,
  isIdCursor,
  periodQuery,
  text,
  timestamp,
  usd,
} from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import { personal } from "@/lib/contract/sensitive";
import { MIN_WITHDRAWAL_USD } from "@/lib/partners/limits";
import { waitingSchema } from "./own-approvals/schema";
import { WITHDRAWAL_STATUSES } from "./states";

/** The roles of a partner's people that may send money out. */
export const MONEY_OUT_ROLES = ["owner"] as const;

/** Each timestamp is present after its step. Source: spec: Wallet withdrawal. */
export const withdrawalSchema = z
  .object({
    id: z.string(),
    partnerId: z.string(),
    amount: usd.meta({ description: "USD debited from the wallet" }),
    fee: usd,
    netAmount: usd.meta({ description: "Sent on-chain: amount minus fee" }),
    toAddress: z.string(),
    chain: z.literal("base"),
    token: z.literal("usdc"),
    status: z.enum(WITHDRAWAL_STATUSES),
    txHash: z.string().optional().meta({ description: "When completed" }),
    rejectReason: z.string().optional(),
    failureReason: z.string().optional().meta({ description: "When failed" }),
    createdAt: timestamp,
    approvedAt: timestamp.optional(),
    completedAt: timestamp.optional(),
    cancelledAt: timestamp.optional(),
  })
  .meta({ id: "Withdrawal" });

const withdrawalParams = z.object({ id: z.string() });

const exampleWithdrawal: z.input<typeof withdrawalSchema> = {
  id: "wd_01k9x75d2r8e5t2v7w4y0z1a2b3",
  partnerId: "ptn_01k9x6k2v8e5t2v7w4y0z1a2b3",
  amount: 100,
  fee: 0.5,
  netAmount: 99.5,
  toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  chain: "base",
  token: "usdc",
  status: "pending",
  createdAt: "2026-11-21T10:00:00.000Z",
};

export const createWithdrawalContract = contract({
  id: "createWithdrawal",
  method: "POST",
  path: "/api/v1/partner/withdrawal",
  tag: "Withdrawals",
  summary: "Create Withdrawal",
  description:
    "Debits the wallet immediately. After approval by an administrator, `amount - 0.50` is sent as USDC on Base. The zero address, token contracts and addresses of this service are not valid. An account can have an allow-list of addresses and payout limits: `ADDRESS_NOT_ALLOWED` has `usableFrom` for an address that still waits, `PAYOUT_LIMIT_EXCEEDED` has `limit`, `limitAmount`, `leftAmount` and, if the amount fits later, `availableAt`. An account can have an amount above which a second person of its own must approve a withdrawal, together with those of the last 24 hours that needed none: the withdrawal stays `pending` until then. A reused idempotency key returns the existing withdrawal.",
  body: z.object({ amount: amountUsd({ min: MIN_WITHDRAWAL_USD }), toAddress: evmAddress }),
  data: withdrawalSchema,
  audited: ["amount", "toAddress"],
  message: "Withdrawal created",
  errors: [
    "ADDRESS_NOT_ALLOWED",
    "AMOUNT_BELOW_MIN",
    "INSUFFICIENT_BALANCE",
    "PAYOUT_LIMIT_EXCEEDED",
    "VALIDATION_ERROR",
  ],
  fieldCodes: [
    { property: "amount", rule: "min", code: "AMOUNT_BELOW_MIN" },
    // Above the maximum, which no wallet balance reaches.
    { property: "amount", rule: "max", code: "INSUFFICIENT_BALANCE" },
    { property: "toAddress", code: "VALIDATION_ERROR" },
  ],
  roles: MONEY_OUT_ROLES,
  scope: "money_out",
  idempotency: "existing",
  examples: {
    body: { amount: 100, toAddress: exampleWithdrawal.toAddress },
    data: exampleWithdrawal,
  },
});

/** Filters of List Withdrawals. */
export const withdrawalFilters = {
  status: filterBy(WITHDRAWAL_STATUSES),
  ...periodQuery,
  ...amountQuery,
  search: personal(text(1, 100)).optional().meta({
    description:
      "An id, an address or its beginning, a transaction hash, an amount, or the beginning of a saved address's label",
  }),
};

export const listWithdrawalsContract = contract({
  id: "listWithdrawals",
  method: "GET",
  path: "/api/v1/partner/withdrawal",
  tag: "Withdrawals",
  summary: "List Withdrawals",
  scope: "read",
  query: z.object({ ...cursorQuery(isIdCursor("wd")), ...withdrawalFilters }),
  data: z.object({ withdrawals: z.array(withdrawalSchema), pagination: cursorPagination }),
  message: "Withdrawals",
  errors: [],
  examples: {
    data: { withdrawals: [exampleWithdrawal], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});

export const getWithdrawalContract = contract({
  id: "getWithdrawal",
  method: "GET",
  path: "/api/v1/partner/withdrawal/{id}",
  tag: "Withdrawals",
  summary: "Get Withdrawal",
  scope: "read",
  params: withdrawalParams,
  data: withdrawalSchema,
  message: "Withdrawal",
  errors: ["FORBIDDEN", "WITHDRAWAL_NOT_FOUND"],
  examples: { params: { id: exampleWithdrawal.id }, data: exampleWithdrawal },
});

export const cancelWithdrawalContract = contract({
  id: "cancelWithdrawal",
  method: "DELETE",
  path: "/api/v1/partner/withdrawal/{id}",
  tag: "Withdrawals",
  summary: "Cancel Withdrawal",
  description: "Only while pending. The amount is refunded to the wallet immediately.",
  params: withdrawalParams,
  data: withdrawalSchema,
  message: "Withdrawal cancelled",
  errors: ["FORBIDDEN", "WITHDRAWAL_NOT_FOUND", "WITHDRAWAL_NOT_CANCELLABLE"],
  roles: MONEY_OUT_ROLES,
  // The money stays in the service, as with the operations of `cards`: docs/decisions/0087-scopes-of-every-operation.md
  scope: ["money_out", "cards"],
  examples: {
    params: { id: exampleWithdrawal.id },
    data: { ...exampleWithdrawal, status: "cancelled", cancelledAt: "2026-11-21T10:05:00.000Z" },
  },
});

export const getWithdrawalProgressContract = contract({
  id: "getWithdrawalProgress",
  method: "GET",
  path: "/api/v1/partner/withdrawal/{id}/progress",
  tag: "Withdrawals",
  summary: "Get Withdrawal Progress",
  description: "Additional details of a withdrawal for the dashboard.",
  audience: "dashboard",
  params: withdrawalParams,
  data: z.object({
    network: z.string().meta({ description: "The network of the payment" }),
    rejectedAt: timestamp.optional(),
    failedAt: timestamp.optional(),
    explorerUrl: z.string().optional().meta({ description: "When completed" }),
    waiting: waitingSchema
      .optional()
      .meta({ description: "While it waits for a second person of yours" }),
  }),
  message: "Withdrawal progress",
  errors: ["WITHDRAWAL_NOT_FOUND"],
  examples: {
    params: { id: exampleWithdrawal.id },
    data: { network: "base", rejectedAt: "2026-11-21T10:05:00.000Z" },
  },
});
