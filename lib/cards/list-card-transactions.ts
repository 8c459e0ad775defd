import type { UseCase } from "@/lib/http/partner-route";
import { paginationOf } from "@/lib/page";
import type { listCardTransactionsContract } from "./contract";
import { presentCardTransaction } from "./present";
import { listCardTransactions as findTransactions, listTransactionsOfCard } from "./store";

/** Card transactions, of all cards or of one. Source: spec, List Card Transactions. */
export const listCardTransactions: UseCase<typeof listCardTransactionsContract> = async ({
  partner,
  input,
}) => {
  const { serviceCardId, ...page } = input.query;
  const { rows, total } =
    serviceCardId === undefined
      ? await findTransactions(partner.id, page)
      : await listTransactionsOfCard(partner.id, serviceCardId, page);
  return { transactions: rows.map(presentCardTransaction), pagination: paginationOf(page, total) };
};
