import { z } from "zod";
import { cardTransactionFilters } from "@/lib/cards/contract";
import { CARD_TRANSACTION_STATUSES } from "@/lib/cards/states";
import { KIND_NAMES } from "@/lib/cards/transaction-words";
import { contract } from "@/lib/contract/contract";
import { cursorPagination, cursorQuery, isIdCursor, text } from "@/lib/contract/fields";
import { listOf, listOfWords } from "@/lib/contract/list-of";
import { personal } from "@/lib/contract/sensitive";
import { TRANSACTION_SORTS } from "@/lib/db/transaction-sort";
import { MAX_SEARCHED } from "@/lib/kernel/page";
import {
  exampleOwnedTransaction,
  exampleTransaction,
  ownedTransactionSchema,
  transactionSchema,
} from "./schema";

const transactionSearch = personal(text(1, 100)).optional().meta({
  description:
    "The beginning of a merchant's or a person's name, the last four digits of a card, an amount or an id",
});

/** The filters of the card transactions for the pages, in the list and in its export. */
export const transactionFilters = {
  ...cardTransactionFilters,
  status: listOf(CARD_TRANSACTION_STATUSES)
    .optional()
    .meta({ description: "One or more statuses, separated by commas" }),
  kind: listOf(KIND_NAMES)
    .optional()
    .meta({ description: "One or more kinds, separated by commas" }),
  declinedReason: listOfWords.optional().meta({
    description: "One or more reasons, separated by commas. Only declined transactions match",
  }),
  search: transactionSearch,
};

const searchedUntil = z.iso
  .datetime()
  .optional()
  .meta({
    description: `Present when only a part of the list was searched, at most ${MAX_SEARCHED} transactions: the time of the last one. Ordered by time, the search continues with \`nextCursor\`; ordered by amount, the page has the largest or the smallest of that part`,
  });

export const searchTransactionsContract = contract({
  id: "searchTransactions",
  method: "GET",
  path: "/api/v1/partner/transactions",
  tag: "Transactions",
  summary: "Search Card Transactions",
  description:
    "Card transactions with their cards and users. A cross-border fee is a field of its debit; filtered by its category or found by its id it is an entry of its own.",
  audience: "dashboard",
  query: z.object({
    ...cursorQuery(isIdCursor("txn")),
    ...transactionFilters,
    sort: z.enum(TRANSACTION_SORTS).optional().meta({ description: "`newest` when left out" }),
  }),
  data: z.object({
    transactions: z.array(ownedTransactionSchema),
    pagination: cursorPagination.extend({ searchedUntil }),
  }),
  message: "Card transactions",
  errors: [],
  examples: {
    data: {
      transactions: [exampleOwnedTransaction],
      pagination: { skip: 0, limit: 50, total: 1 },
    },
  },
});

export const getTransactionContract = contract({
  id: "getTransaction",
  method: "GET",
  path: "/api/v1/partner/transactions/{transactionId}",
  tag: "Transactions",
  summary: "Get Transaction",
  description: "A card or wallet transaction with related objects.",
  audience: "dashboard",
  params: z.object({ transactionId: z.string() }),
  data: transactionSchema,
  message: "Transaction",
  errors: ["TRANSACTION_NOT_FOUND"],
  examples: {
    params: { transactionId: "txn_01k9x71f8r8e5t2v7w4y0z1a2b3" },
    data: exampleTransaction,
  },
});
