import type { Input } from "@/lib/contract/contract";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { type Page, type PageRequest, paginationOf } from "@/lib/kernel/page";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
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

const isStatus = (each: string): each is WithdrawalStatus =>
  each !== "needs_me" && each !== "needs_partner";

/**
 * `needs_me` selects pending withdrawals. Beside `pending` it has no effect, because those include them. `needs_partner`
 * selects those that wait for a second person of their partner, which the other two leave out.
 */
function statusesOf(wanted: NonNullable<Filters["status"]> = ["pending"]) {
  const named = wanted.filter(isStatus);
  const isPending = named.includes("pending");
  const isMine = wanted.includes("needs_me") && !isPending;
  const ofPartners = wanted.includes("needs_partner");
  const isAdded = (isMine || ofPartners) && !isPending;
  const statuses: WithdrawalStatus[] = isAdded ? ["pending", ...named] : named;
  const waiting = !ofPartners ? "without" : isPending || isMine ? "with" : "only";
  return { statuses, isMine, waiting } as const;
}

/** Returns the query of the filters for a person, its status if it has only one, and a reader of its pages. */
export function withdrawalPages(
  personId: string,
  { status, partnerId, search: text, sort, ...bounds }: Filters,
) {
  const { statuses, isMine, waiting } = statusesOf(status);
  const [only] = statuses.length === 1 ? statuses : [];
  const usual = only === "pending" ? "oldest" : "newest";
  const search = text?.trim() || undefined;
  const wanted: WithdrawalQuery = {
    statuses,
    waiting,
    ...(isMine && { needs: personId }),
    partnerIds: partnerId,
    search,
    from: bounds.from,
    to: bounds.to,
    amountMin: bounds.amountMin,
    amountMax: bounds.amountMax,
    sort: sort ?? usual,
  };
  const isFiltered = [partnerId, search, ...Object.values(bounds)].some(
    (value) => value !== undefined,
  );
  // Of decided withdrawals, which are many, the total of the whole list is counted beforehand.
  const isWhole = only !== "pending" && !isFiltered && wanted.sort === usual;
  const read = (page: PageRequest): Promise<Page<AdminWithdrawalRow>> =>
    only && isWhole ? listAllWithdrawals(only, page) : searchWithdrawals(wanted, page);
  return { wanted, only, read };
}

/** Lists withdrawals of some statuses, or the pending ones that the reader may approve. */
export const listWithdrawals: AdminUseCase<typeof adminListWithdrawalsContract> = async ({
  person,
  input,
}) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { wanted, only, read } = withdrawalPages(person.id, filters);
  const [{ rows, ...counted }, totals] = await Promise.all([
    read(page),
    only === "pending" ? sumWithdrawals(wanted) : undefined,
  ]);
  return {
    withdrawals: rows.map(presentAdminWithdrawal),
    ...(totals && { totals: presentTotals(totals) }),
    pagination: paginationOf(page, counted),
  };
};
