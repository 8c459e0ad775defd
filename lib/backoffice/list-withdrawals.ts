import type { Input } from "@/lib/contract/contract";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type Page, type PageRequest, paginationOf } from "@/lib/kernel/page";
import type { adminListWithdrawalsContract } from "./contract";
import { presentAdminWithdrawal } from "./present";
import {
  searchWithdrawals,
  sumWithdrawals,
  type WithdrawalQuery,
  type WithdrawalTotals,
} from "./queue/store";
import { type AdminWithdrawalRow, listAllWithdrawals } from "./store";

const presentTotals = ({ amountMicroUsd, oldestAt }: WithdrawalTotals) => ({
  amount: usdFromMicroUsd(amountMicroUsd),
  ...(oldestAt && { oldestAt: oldestAt.toISOString() }),
});

type Filters = Omit<Input<typeof adminListWithdrawalsContract>["query"], keyof PageRequest>;

/** The withdrawals that the filters select for a person, and whether they are a whole list in its usual order. */
function wantedBy(
  personId: string,
  { status: asked, partnerId, search, sort }: Filters,
): { wanted: WithdrawalQuery; isWhole: boolean } {
  const isMine = asked === "needs_me";
  const status = isMine ? "pending" : asked;
  const usual = status === "pending" ? "oldest" : "newest";
  const wanted: WithdrawalQuery = {
    status,
    ...(isMine && { notApprovedBy: personId }),
    partnerId,
    search: search?.trim() || undefined,
    sort: sort ?? usual,
  };
  const isWhole = !isMine && !partnerId && !wanted.search && wanted.sort === usual;
  return { wanted, isWhole };
}

/** Returns a reader of the pages of the withdrawals that the filters select for a person. */
export function withdrawalPages(personId: string, filters: Filters) {
  const { wanted, isWhole } = wantedBy(personId, filters);
  // Of decided withdrawals, which are many, the total of the whole list is counted beforehand.
  const read = (page: PageRequest): Promise<Page<AdminWithdrawalRow>> =>
    isWhole ? listAllWithdrawals(wanted.status, page) : searchWithdrawals(wanted, page);
  return { wanted, read };
}

/** Lists withdrawals of one status, or the pending ones that the reader has not approved yet. */
export const listWithdrawals: AdminUseCase<typeof adminListWithdrawalsContract> = async ({
  person,
  input,
}) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { wanted, read } = withdrawalPages(person.id, filters);
  const [{ rows, total, nextCursor }, totals] = await Promise.all([
    read(page),
    wanted.status === "pending" ? sumWithdrawals(wanted) : undefined,
  ]);
  return {
    withdrawals: rows.map(presentAdminWithdrawal),
    ...(totals && { totals: presentTotals(totals) }),
    pagination: paginationOf(page, total, nextCursor),
  };
};
