import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listDepositsContract } from "./contract";
import { presentDeposit } from "./present";
import { listDeposits as findDeposits } from "./store";

/** Lists the partner's deposits, confirming and held ones included. */
export const listDeposits: UseCase<typeof listDepositsContract> = async ({ partner, input }) => {
  const { rows, total, nextCursor } = await findDeposits(
    partner.id,
    input.query,
    input.query.status,
  );
  return {
    deposits: rows.map(presentDeposit),
    pagination: paginationOf(input.query, total, nextCursor),
  };
};
