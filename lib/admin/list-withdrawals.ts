import type { AdminUseCase } from "@/lib/http/admin-route";
import { paginationOf } from "@/lib/page";
import type { adminListWithdrawalsContract } from "./contract";
import { presentAdminWithdrawal } from "./present";
import { listAllWithdrawals } from "./store";

/** The queue of what waits for a decision, or the withdrawals in another state. */
export const listWithdrawals: AdminUseCase<typeof adminListWithdrawalsContract> = async ({
  input,
}) => {
  const { status, ...page } = input.query;
  const { rows, total } = await listAllWithdrawals(status, page);
  return { withdrawals: rows.map(presentAdminWithdrawal), pagination: paginationOf(page, total) };
};
