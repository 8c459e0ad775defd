import type { PersonUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { searchTransactionsContract } from "./contract";
import { filtersOf } from "./filters";
import { findOwnedTransactions } from "./owned-transactions";
import { presentOwnedTransaction } from "./present";

/** Lists card transactions with their cards and users, for the pages. */
export const searchTransactions: PersonUseCase<typeof searchTransactionsContract> = async ({
  partner,
  input,
}) => {
  const { skip, limit, cursor, sort = "newest", ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await findOwnedTransactions(
    partner.id,
    filtersOf(filters),
    sort,
    page,
  );
  return {
    transactions: rows.map(presentOwnedTransaction),
    pagination: paginationOf(page, counted),
  };
};
