import type { AdminUseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listAdminUsersContract } from "./contract";
import { presentAdminUser } from "./present";
import { type AdminUserQuery, findAdminUsers } from "./store";

/** The users that the filters select. Blanks around and between the words of a search do not count. */
export const wantedUsers = ({ search, partnerId }: Partial<AdminUserQuery>): AdminUserQuery => ({
  search: search?.trim().replaceAll(/\s+/g, " "),
  partnerId,
});

/** Lists the card users of all partners. Source: docs/decisions/0080-card-users-in-the-console.md */
export const listAdminUsers: AdminUseCase<typeof listAdminUsersContract> = async ({ input }) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const { rows, ...counted } = await findAdminUsers(wantedUsers(filters), page);
  return {
    users: rows.map(presentAdminUser),
    pagination: paginationOf(page, counted),
  };
};
