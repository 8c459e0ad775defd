import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listWithdrawalsContract } from "./contract";
import { presentWithdrawal } from "./present";
import { listWithdrawals as findWithdrawals, listWithdrawalsInState } from "./store";

/** Lists the partner's withdrawals, newest first, optionally of one status. Source: spec: Further operations. */
export const listWithdrawals: UseCase<typeof listWithdrawalsContract> = async ({
  partner,
  input,
}) => {
  const { status, ...page } = input.query;
  const { rows, total } = status
    ? await listWithdrawalsInState(partner.id, status, page)
    : await findWithdrawals(partner.id, page);
  return { withdrawals: rows.map(presentWithdrawal), pagination: paginationOf(page, total) };
};
