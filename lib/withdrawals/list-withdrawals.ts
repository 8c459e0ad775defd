import type { UseCase } from "@/lib/contract/use-cases";
import type { PageRequest } from "@/lib/kernel/page";
import { paginationOf } from "@/lib/kernel/page";
import type { listWithdrawalsContract } from "./contract";
import { presentWithdrawal } from "./present";
import type { WithdrawalStatus } from "./states";
import {
  listWithdrawals as findWithdrawals,
  listWithdrawalsAfter,
  listWithdrawalsInState,
} from "./store";

/** The first pages have stored counters; the rows after a cursor are counted when a status filters them. */
function find(partnerId: string, status: WithdrawalStatus | undefined, page: PageRequest) {
  if (page.cursor !== undefined) return listWithdrawalsAfter(partnerId, status, page);
  return status === undefined
    ? findWithdrawals(partnerId, page)
    : listWithdrawalsInState(partnerId, status, page);
}

/** Lists the partner's withdrawals, newest first, optionally of one status. Source: spec: Further operations. */
export const listWithdrawals: UseCase<typeof listWithdrawalsContract> = async ({
  partner,
  input,
}) => {
  const { status, ...page } = input.query;
  const { rows, total, nextCursor } = await find(partner.id, status, page);
  return {
    withdrawals: rows.map(presentWithdrawal),
    pagination: paginationOf(page, total, nextCursor),
  };
};
