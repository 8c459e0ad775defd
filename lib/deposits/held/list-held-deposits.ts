import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listHeldDepositsContract } from "./contract";
import { presentHeldDeposit } from "./present";
import { listHeldDeposits as findHeldDeposits } from "./store";

/** Lists deposits that are held, or those that were released. */
export const listHeldDeposits: AdminUseCase<typeof listHeldDepositsContract> = async ({
  input,
}) => {
  const { skip, limit, cursor, ...wanted } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await findHeldDeposits(wanted, page);
  return {
    deposits: rows.map(presentHeldDeposit),
    pagination: paginationOf(page, counted),
  };
};
