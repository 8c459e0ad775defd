import type { PersonUseCase } from "@/lib/contract/use-cases";
import { uncountedPaginationOf } from "@/lib/kernel/page";
import type { listRequestsContract } from "./contract";
import { presentRequest } from "./present";
import { listRequests as findRequests } from "./sql-store";

/** Lists the partner's requests that match the filters, newest first. */
export const listRequests: PersonUseCase<typeof listRequestsContract> = async ({
  partner,
  input,
}) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, nextCursor } = await findRequests(partner.id, filters, page);
  return {
    requests: rows.map(presentRequest),
    pagination: uncountedPaginationOf(page, nextCursor),
  };
};
