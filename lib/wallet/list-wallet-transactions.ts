import type { Input } from "@/lib/contract/contract";
import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listWalletTransactionsContract } from "./contract";
import { presentWalletTransaction } from "./present";
import { listWalletTransactions as findAllTransactions, findWalletTransactions } from "./store";

/** The unfiltered list has a stored counter; a filtered list is counted up to a limit. */
function find(
  partnerId: string,
  { skip, limit, cursor, sort, ...filters }: Input<typeof listWalletTransactionsContract>["query"],
) {
  const page = { skip, limit, cursor };
  return [cursor, sort, ...Object.values(filters)].every((value) => value === undefined)
    ? findAllTransactions(partnerId, page)
    : findWalletTransactions(partnerId, filters, sort ?? "newest", page);
}

/**
 * Lists the wallet's transactions, newest first by default. The pagination fields are in `data` itself. Source: spec:
 * List Wallet Transactions.
 */
export const listWalletTransactions: UseCase<typeof listWalletTransactionsContract> = async ({
  partner,
  input,
}) => {
  const { rows, ...counted } = await find(partner.id, input.query);
  return {
    transactions: rows.map(presentWalletTransaction),
    ...paginationOf(input.query, counted),
  };
};
