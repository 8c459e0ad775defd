import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { paginationOf } from "@/lib/kernel/page";
import type { listOperatorPostingsContract } from "./contract";
import { placesOfMoney } from "./places";
import { presentPosting } from "./present";
import { listPostings } from "./store";

/** Lists the operator postings that match, newest first. */
export const listOperatorPostings: AdminUseCase<typeof listOperatorPostingsContract> = async ({
  input,
  at,
}) => {
  const { skip, limit, cursor, ...wanted } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await listPostings(wanted, await databaseTimeOf(at), page);
  return {
    postings: rows.map(presentPosting),
    pagination: paginationOf(page, counted),
    places: placesOfMoney(),
  };
};
