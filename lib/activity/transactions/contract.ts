import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { exampleTransaction, transactionSchema } from "./schema";

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
