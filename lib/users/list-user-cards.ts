import { presentCardSummary } from "@/lib/cards/present";
import { listCardsOfUser } from "@/lib/cards/store";
import type { UseCase } from "@/lib/contract/use-cases";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { paginationOf } from "@/lib/kernel/page";
import type { listUserCardsContract } from "./contract";

/** Lists the cards of one user, newest first. Source: spec: Further operations. */
export const listUserCards: UseCase<typeof listUserCardsContract> = async ({ partner, input }) => {
  const { serviceId } = input.params;
  const page = isId("usr", serviceId)
    ? await listCardsOfUser(partner.id, serviceId, input.query)
    : undefined;
  if (!page) throw new ServiceError("USER_NOT_FOUND");
  return {
    cards: page.rows.map(presentCardSummary),
    pagination: paginationOf(input.query, page),
  };
};
