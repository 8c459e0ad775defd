import { z } from "zod";
import { transactionFilters } from "@/lib/activity/transactions/contract";
import { cardFilters } from "@/lib/cards/card-filters";
import { contract } from "@/lib/contract/contract";
import { timeZone } from "@/lib/contract/fields";
import { userFilters } from "@/lib/users/contract";
import { walletTransactionFilters } from "@/lib/wallet/contract";
import { withdrawalFilters } from "@/lib/withdrawals/contract";

/** Each endpoint returns a CSV file of the filtered list, newest first. */
const file = {
  method: "GET",
  tag: "Exports",
  description:
    "A CSV file (UTF-8, RFC 4180) of the filtered list, newest first, without a size limit.",
  audience: "dashboard",
  data: z.instanceof(Response),
  message: "Export",
  errors: [],
} as const;
const query = { timeZone: "Europe/Berlin" };

export const exportCardTransactionsContract = contract({
  ...file,
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
  ...file,
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
  ...file,
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
  ...file,
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
  ...file,
  id: "exportWithdrawals",
  path: "/api/v1/partner/export/withdrawals",
  summary: "Export Withdrawals",
  query: z.object({ ...withdrawalFilters, timeZone }),
  examples: {
    query,
    data: new Response("Withdrawal ID,Amount\r\nwd_01k9x75d2r8e5t2v7w4y0z1a2b3,-100.00"),
  },
});
