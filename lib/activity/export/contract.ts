import { z } from "zod";
import { transactionFilters } from "@/lib/activity/transactions/contract";
import { AUDIT_ROLES, partnerAuditFilters } from "@/lib/audit/partner/contract";
import { cardFilters } from "@/lib/cards/card-filters";
import { disputeFilters } from "@/lib/cards/disputes/contract";
import { contract } from "@/lib/contract/contract";
import { timeZone } from "@/lib/contract/fields";
import { depositFilters } from "@/lib/deposits/contract";
import { userFilters } from "@/lib/users/contract";
import { walletTransactionFilters } from "@/lib/wallet/contract";
import { eventFilters } from "@/lib/webhooks/contract";
import { afterRule, isAfter } from "@/lib/webhooks/schema";
import { withdrawalFilters } from "@/lib/withdrawals/contract";

/** Each endpoint of an export returns a CSV file of the filtered list, newest first. */
export const CSV_FILE = {
  method: "GET",
  tag: "Exports",
  description:
    "A CSV file (UTF-8, RFC 4180) of the filtered list, newest first, without a size limit. A person can have four open downloads.",
  audience: "dashboard",
  data: z.instanceof(Response),
  message: "Export",
  errors: [],
} as const;
const query = { timeZone: "Europe/Berlin" };

export const exportCardTransactionsContract = contract({
  ...CSV_FILE,
  id: "exportCardTransactions",
  path: "/api/v1/partner/export/card-transactions",
  summary: "Export Card Transactions",
  query: z.object({ ...transactionFilters, timeZone }),
  examples: {
    query,
    data: new Response("Transaction ID,Amount\r\ntxn_01k9x71f8r8e5t2v7w4y0z1a2b3,-25.00"),
  },
});

export const exportWalletTransactionsContract = contract({
  ...CSV_FILE,
  id: "exportWalletTransactions",
  path: "/api/v1/partner/export/wallet-transactions",
  summary: "Export Wallet Transactions",
  query: z.object({ ...walletTransactionFilters, timeZone }),
  examples: {
    query,
    data: new Response("Transaction ID,Amount\r\ntxn_01k9x71f8r8e5t2v7w4y0z1a2b3,-50.00"),
  },
});

export const exportCardsContract = contract({
  ...CSV_FILE,
  id: "exportCards",
  path: "/api/v1/partner/export/cards",
  summary: "Export Cards",
  query: z.object({ ...cardFilters, timeZone }),
  examples: {
    query,
    data: new Response("Card ID,Available balance\r\ncard_01k9x70c5r8e5t2v7w4y0z1a2b3,120.50"),
  },
});

export const exportUsersContract = contract({
  ...CSV_FILE,
  id: "exportUsers",
  path: "/api/v1/partner/export/users",
  summary: "Export Users",
  query: z.object({ ...userFilters, timeZone }),
  examples: {
    query,
    data: new Response("User ID,Email\r\nusr_01k9x6m3q8e5t2v7w4y0z1a2b3,a@example.com"),
  },
});

export const exportWithdrawalsContract = contract({
  ...CSV_FILE,
  id: "exportWithdrawals",
  path: "/api/v1/partner/export/withdrawals",
  summary: "Export Withdrawals",
  query: z.object({ ...withdrawalFilters, timeZone }),
  examples: {
    query,
    data: new Response("Withdrawal ID,Amount\r\nwd_01k9x75d2r8e5t2v7w4y0z1a2b3,-100.00"),
  },
});

export const exportDepositsContract = contract({
  ...CSV_FILE,
  id: "exportDeposits",
  path: "/api/v1/partner/export/deposits",
  summary: "Export Deposits",
  description:
    "A CSV file (UTF-8, RFC 4180) of the filtered list, confirming deposits first, without a size limit. A person can have four open downloads.",
  query: z.object({ ...depositFilters, timeZone }),
  examples: {
    query,
    data: new Response("Deposit ID,Amount\r\ndep_01k9x71f8r8e5t2v7w4y0z1a2b3,250.00"),
  },
});

export const exportDisputesContract = contract({
  ...CSV_FILE,
  id: "exportDisputes",
  path: "/api/v1/partner/export/disputes",
  summary: "Export Disputes",
  query: z.object({ ...disputeFilters, timeZone }),
  examples: {
    query,
    data: new Response("Dispute ID,Amount\r\ndsp_01k9x7a2m8r8e5t2v7w4y0z1a2,25.00"),
  },
});

export const exportWebhookEventsContract = contract({
  ...CSV_FILE,
  id: "exportWebhookEvents",
  path: "/api/v1/partner/export/webhook-events",
  summary: "Export Webhook Events",
  query: z
    .object({ ...eventFilters, timeZone })
    .refine(({ from, to }) => isAfter(from, to), afterRule("from", "to")),
  examples: {
    query,
    data: new Response("Event ID,Status\r\nevt_01k9x75d2r8e5t2v7w4y0z1a2b3,delivered"),
  },
});

export const exportAuditLogContract = contract({
  ...CSV_FILE,
  id: "exportAuditLog",
  path: "/api/v1/partner/export/audit",
  summary: "Export Audit Log",
  roles: AUDIT_ROLES,
  query: z.object({ ...partnerAuditFilters, timeZone }),
  examples: {
    query,
    data: new Response("Entry ID,Action\r\naud_01k9x6k2v8e5t2v7w4y0z1a2b3,changeRole"),
  },
});
