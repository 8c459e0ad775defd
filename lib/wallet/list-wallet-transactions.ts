import type { z } from "zod";
import type { UseCase } from "@/lib/http/partner-route";
import { usdFromMicroUsd } from "@/lib/money";
import type { listWalletTransactionsContract, walletTransactionSchema } from "./contract";
import {
  listWalletTransactions as findWalletTransactions,
  type StoredWalletTransaction,
} from "./store";

type Wire = z.input<typeof walletTransactionSchema>;

function presentWalletTransaction(row: StoredWalletTransaction): Wire {
  return {
    _id: row.id,
    partnerId: row.partnerId,
    amount: usdFromMicroUsd(row.amountMicroUsd),
    currency: row.currency,
    type: row.type,
    status: "success",
    action: row.action,
    category: row.category as Wire["category"],
    narration: row.narration,
    ...(row.cardId === null ? {} : { serviceCardId: row.cardId }),
    createdAt: row.createdAt.toISOString(),
  };
}

/** What moved the wallet, newest first; pagination sits in `data` itself. Source: spec, List Wallet Transactions. */
export const listWalletTransactions: UseCase<typeof listWalletTransactionsContract> = async ({
  partner,
  input,
}) => {
  const { skip, limit } = input.query;
  const { rows, total } = await findWalletTransactions(partner.id, { skip, limit });
  return { transactions: rows.map(presentWalletTransaction), total, skip, limit };
};
