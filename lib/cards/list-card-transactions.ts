import type { UseCase } from "@/lib/http/partner-route";
import { isId } from "@/lib/ids";
import { type PageRequest, paginationOf } from "@/lib/page";
import type { listCardTransactionsContract } from "./contract";
import { presentCardTransaction } from "./present";
import { listCardTransactions as findTransactions, listTransactionsOfCard } from "./store";

function find(partnerId: string, cardId: string | undefined, page: PageRequest) {
  if (cardId === undefined) return findTransactions(partnerId, page);
  if (!isId("card", cardId)) return { rows: [], total: 0 };
  return listTransactionsOfCard(partnerId, cardId, page);
}

/** Card transactions, of all cards or of one. Source: spec, List Card Transactions. */
export const listCardTransactions: UseCase<typeof listCardTransactionsContract> = async ({
  partner,
  input,
}) => {
  const { serviceCardId, ...page } = input.query;
  const { rows, total } = await find(partner.id, serviceCardId, page);
  return { transactions: rows.map(presentCardTransaction), pagination: paginationOf(page, total) };
};
