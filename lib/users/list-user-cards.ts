import { presentCardSummary } from "@/lib/cards/present";
import { listCardsOfUser } from "@/lib/cards/store";
import type { UseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { paginationOf } from "@/lib/kernel/page";
import type { listUserCardsContract } from "./contract";

/** Lists the cards of one user, newest first. Source: spec: Further operations. */
export const listUserCards: UseCase<typeof listUserCardsContract> = async ({ partner, input }) => {
  const { serviceId } = input.params;
  const page = await findOrRefuse("usr", serviceId, "USER_NOT_FOUND", () =>
    listCardsOfUser(partner.id, serviceId, input.query),
  );
  return {
    cards: page.rows.map(presentCardSummary),
    pagination: paginationOf(input.query, page),
  };
};
