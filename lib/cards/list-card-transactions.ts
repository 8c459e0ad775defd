import type { Input } from "@/lib/contract/contract";
import type { UseCase } from "@/lib/contract/use-cases";
import { isId } from "@/lib/kernel/ids";
import { paginationOf } from "@/lib/kernel/page";
import type { listCardTransactionsContract } from "./contract";
import { findCardTransactions } from "./lists/store";
import { presentCardTransaction } from "./present";
import { listCardTransactions as findAllTransactions, listTransactionsOfCard } from "./store";

/** Unfiltered lists have stored counters; a filtered list is counted up to a limit. */
function find(
  partnerId: string,
  { skip, limit, cursor, sort, ...filters }: Input<typeof listCardTransactionsContract>["query"],
) {
  const page = { skip, limit, cursor };
  const { serviceCardId, ...further } = filters;
  const isNoCard = serviceCardId !== undefined && !isId("card", serviceCardId);
  if (isNoCard || [cursor, sort, ...Object.values(further)].some((value) => value !== undefined))
    return findCardTransactions(partnerId, filters, sort ?? "newest", page);
  return serviceCardId === undefined
    ? findAllTransactions(partnerId, page)
    : listTransactionsOfCard(partnerId, serviceCardId, page);
}

/** Lists card transactions of all cards or those that match the filters. Source: spec: List Card Transactions. */
export const listCardTransactions: UseCase<typeof listCardTransactionsContract> = async ({
  partner,
  input,
}) => {
  const { rows, ...counted } = await find(partner.id, input.query);
  return {
    transactions: rows.map(presentCardTransaction),
    pagination: paginationOf(input.query, counted),
  };
};
