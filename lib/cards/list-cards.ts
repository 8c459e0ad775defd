import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listCardsContract } from "./contract";
import { findCards } from "./lists/store";
import { presentCardSummary } from "./present";
import { listCards as findAllCards } from "./store";

/** Lists the partner's cards, newest first by default. Source: spec: List Cards. */
export const listCards: UseCase<typeof listCardsContract> = async ({ partner, input }) => {
  const { skip, limit, cursor, sort, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const isWhole = [cursor, sort, ...Object.values(filters)].every((value) => value === undefined);
  const { rows, ...counted } = isWhole
    ? await findAllCards(partner.id, page)
    : await findCards(partner.id, filters, sort ?? "newest", page);
  return { cards: rows.map(presentCardSummary), pagination: paginationOf(page, counted) };
};
