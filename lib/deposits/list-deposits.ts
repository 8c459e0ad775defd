import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listDepositsContract } from "./contract";
import { presentDeposit } from "./present";
import { listDeposits as findDeposits } from "./store";

/** Lists the partner's deposits that match the filters, confirming and held ones included. */
export const listDeposits: UseCase<typeof listDepositsContract> = async ({ partner, input }) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await findDeposits(partner.id, filters, page);
  return {
    deposits: rows.map(presentDeposit),
    pagination: paginationOf(page, counted),
  };
};
