import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { adminListWithdrawalsContract } from "./contract";
import { presentAdminWithdrawal } from "./present";
import { listAllWithdrawals, listWithdrawalsToApprove } from "./store";

/** Lists withdrawals of one status, or the pending ones that the reader has not approved yet. */
export const listWithdrawals: AdminUseCase<typeof adminListWithdrawalsContract> = async ({
  person,
  input,
}) => {
  const { status, ...page } = input.query;
  const { rows, total } =
    status === "needs_me"
      ? await listWithdrawalsToApprove(person.id, page)
      : await listAllWithdrawals(status, page);
  return { withdrawals: rows.map(presentAdminWithdrawal), pagination: paginationOf(page, total) };
};
