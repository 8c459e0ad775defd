import type { UseCase } from "@/lib/http/partner-route";
import type { listWalletTransactionsContract } from "./contract";
import { presentWalletTransaction } from "./present";
import { listWalletTransactions as findWalletTransactions } from "./store";

/** What moved the wallet, newest first; pagination sits in `data` itself. Source: spec, List Wallet Transactions. */
export const listWalletTransactions: UseCase<typeof listWalletTransactionsContract> = async ({
  partner,
  input,
}) => {
  const { skip, limit } = input.query;
  const { rows, total } = await findWalletTransactions(partner.id, { skip, limit });
  return { transactions: rows.map(presentWalletTransaction), total, skip, limit };
};
