import type { z } from "zod";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { walletTransactionSchema } from "./contract";
import type { StoredWalletTransaction } from "./store";

/** Converts a row to the API format. */
export function presentWalletTransaction(
  row: StoredWalletTransaction,
): z.input<typeof walletTransactionSchema> {
  return {
    _id: row.id,
    partnerId: row.partnerId,
    amount: usdFromMicroUsd(row.amountMicroUsd),
    currency: row.currency,
    type: row.type,
    status: "success",
    action: row.action,
    category: row.category,
    narration: row.narration,
    ...(row.cardId === null ? {} : { serviceCardId: row.cardId }),
    createdAt: row.createdAt.toISOString(),
  };
}
