import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { paginationOf } from "@/lib/kernel/page";
import type { adminListWithdrawalsContract } from "./contract";
import { presentAdminWithdrawal } from "./present";
import {
  searchWithdrawals,
  sumWithdrawals,
  type WithdrawalQuery,
  type WithdrawalTotals,
} from "./queue/store";
import { listAllWithdrawals } from "./store";

const presentTotals = ({ amountMicroUsd, oldestAt }: WithdrawalTotals) => ({
  amount: usdFromMicroUsd(amountMicroUsd),
  ...(oldestAt && { oldestAt: oldestAt.toISOString() }),
});

/** Lists withdrawals of one status, or the pending ones that the reader has not approved yet. */
export const listWithdrawals: AdminUseCase<typeof adminListWithdrawalsContract> = async ({
  person,
  input,
}) => {
  const { status: asked, partnerId, search, sort, ...page } = input.query;
  const isMine = asked === "needs_me";
  const status = isMine ? "pending" : asked;
  const usual = status === "pending" ? "oldest" : "newest";
  const wanted: WithdrawalQuery = {
    status,
    ...(isMine && { notApprovedBy: person.id }),
    partnerId,
    search: search?.trim() || undefined,
    sort: sort ?? usual,
  };
  // Of decided withdrawals, which are many, the total of the whole list is counted beforehand.
  const isWhole = !isMine && !partnerId && !wanted.search && wanted.sort === usual;
  const [{ rows, total, nextCursor }, totals] = await Promise.all([
    isWhole ? listAllWithdrawals(status, page) : searchWithdrawals(wanted, page),
    status === "pending" ? sumWithdrawals(wanted) : undefined,
  ]);
  return {
    withdrawals: rows.map(presentAdminWithdrawal),
    ...(totals && { totals: presentTotals(totals) }),
    pagination: paginationOf(page, total, nextCursor),
  };
};
