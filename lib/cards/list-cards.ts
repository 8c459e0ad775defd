import type { UseCase } from "@/lib/http/partner-route";
import { paginationOf } from "@/lib/page";
import type { listCardsContract } from "./contract";
import { presentCardSummary } from "./present";
import { listCards as findCards } from "./store";

/** The partner's cards, newest first. Source: spec, List Cards. */
export const listCards: UseCase<typeof listCardsContract> = async ({ partner, input }) => {
  const { rows, total } = await findCards(partner.id, input.query);
  return { cards: rows.map(presentCardSummary), pagination: paginationOf(input.query, total) };
};
