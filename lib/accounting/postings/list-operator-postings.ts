import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listOperatorPostingsContract } from "./contract";
import { placesOfMoney } from "./places";
import { presentPosting } from "./present";
import { listPostings } from "./store";

/** Lists operator postings of a status, or all of them, newest first. */
export const listOperatorPostings: AdminUseCase<typeof listOperatorPostingsContract> = async ({
  input,
  at,
}) => {
  const { status, ...page } = input.query;
  const { rows, total, nextCursor } = await listPostings(status, at, page);
  return {
    postings: rows.map(presentPosting),
    pagination: paginationOf(page, total, nextCursor),
    places: placesOfMoney(),
  };
};
