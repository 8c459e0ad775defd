import type { UseCase } from "@/lib/contract/use-cases";
import { paginationOf } from "@/lib/kernel/page";
import type { listUsersContract } from "./contract";
import { presentListedUser } from "./present";
import { listUsers as findAllUsers, findUsers } from "./store";

/** Lists the partner's users, newest first by default. Source: spec: List Users. */
export const listUsers: UseCase<typeof listUsersContract> = async ({ partner, input }) => {
  const { skip, limit, cursor, ...filters } = input.query;
  const page = { skip, limit, cursor };
  const isWhole = [cursor, ...Object.values(filters)].every((value) => value === undefined);
  const { rows, ...counted } = isWhole
    ? await findAllUsers(partner.id, page)
    : await findUsers(partner.id, filters, page);
  return { users: rows.map(presentListedUser), pagination: paginationOf(page, counted) };
};
