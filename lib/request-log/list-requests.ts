import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { listRequestsContract } from "./contract";
import { presentRequest } from "./present";
import { listRequests as findRequests } from "./sql-store";

/** Lists the partner's requests that match the filters, newest first. */
export const listRequests: PersonUseCase<typeof listRequestsContract> = async ({
  partner,
  input,
}) => {
  const { limit, ...filters } = input.query;
  // One additional row shows whether there are more.
  const { rows, endId } = await findRequests(partner.id, filters, limit + 1);
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? shown.at(-1)?.id : endId;
  return { requests: shown.map(presentRequest), ...(next !== undefined && { next }) };
};
