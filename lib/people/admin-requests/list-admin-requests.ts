import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { listAdminRequestsContract } from "./contract";
import { presentAdminRequest } from "./present";
import { areTwoNeeded, listOpenRequests } from "./store";

/** Lists the pending requests, and whether the reader may confirm each of them as the second administrator. */
export const listAdminRequests: AdminUseCase<typeof listAdminRequestsContract> = async ({
  person,
  at,
}) => {
  const present = await databaseTimeOf(at);
  const [rows, areTwo] = await Promise.all([listOpenRequests(person.id, present), areTwoNeeded()]);
  return { requests: rows.map(presentAdminRequest), areTwoNeeded: areTwo };
};
