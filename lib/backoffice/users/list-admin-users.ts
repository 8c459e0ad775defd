import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listAdminUsersContract } from "./contract";
import { presentAdminUser } from "./present";
import { findAdminUsers } from "./store";

/** Lists the card users of all partners. Source: docs/decisions/0080-card-users-in-the-console.md */
export const listAdminUsers: AdminUseCase<typeof listAdminUsersContract> = async ({ input }) => {
  const { search, partnerId, ...page } = input.query;
  const wanted = { search: search?.trim().replaceAll(/\s+/g, " "), partnerId };
  const { rows, total, nextCursor } = await findAdminUsers(wanted, page);
  return {
    users: rows.map(presentAdminUser),
    pagination: paginationOf(page, total, nextCursor),
  };
};
