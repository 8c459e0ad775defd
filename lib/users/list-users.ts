import type { UseCase } from "@/lib/http/partner-route";
import { paginationOf } from "@/lib/page";
import type { listUsersContract } from "./contract";
import { presentListedUser } from "./present";
import { listUsers as findUsers } from "./store";

/** The partner's users, newest first. Source: spec, List Users. */
export const listUsers: UseCase<typeof listUsersContract> = async ({ partner, input }) => {
  const { rows, total } = await findUsers(partner.id, input.query);
  return { users: rows.map(presentListedUser), pagination: paginationOf(input.query, total) };
};
