import type { UseCase } from "@/lib/contract/use-cases";
import { type Page, type PageRequest, paginationOf } from "@/lib/kernel/page";
import type { listWithdrawalsContract } from "./contract";
import { presentWithdrawal } from "./present";
import {
  listWithdrawals as findWithdrawals,
  listWithdrawalsInState,
  type WithdrawalRow,
} from "./store";
import { searchWithdrawals, type WithdrawalFilters } from "./withdrawal-list";

/**
 * The first pages of the whole list and of one status are read with their stored totals on a pipelined connection. What
 * other filters leave is counted up to a limit.
 */
function find(
  partnerId: string,
  filters: WithdrawalFilters,
  page: PageRequest,
): Promise<Page<WithdrawalRow>> {
  const { status, ...others } = filters;
  const isOfStatus = Object.values(others).every((value) => value === undefined);
  if (page.cursor === undefined && isOfStatus) {
    const [only, ...more] = status ?? [];
    if (only === undefined) return findWithdrawals(partnerId, page);
    if (more.length === 0) return listWithdrawalsInState(partnerId, only, page);
  }
  return searchWithdrawals(partnerId, filters, page);
}

/** Lists the partner's withdrawals that match the filters, newest first. Source: spec: Further operations. */
export const listWithdrawals: UseCase<typeof listWithdrawalsContract> = async ({
  partner,
  input,
}) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await find(partner.id, filters, page);
  return {
    withdrawals: rows.map(presentWithdrawal),
    pagination: paginationOf(page, counted),
  };
};
