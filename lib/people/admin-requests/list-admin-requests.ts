import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { listAdminRequestsContract } from "./contract";
import { presentAdminRequest } from "./present";
import { listOpenRequests } from "./store";

/** Lists the pending requests, and whether the reader may confirm each of them as the second administrator. */
export const listAdminRequests: AdminUseCase<typeof listAdminRequestsContract> = async ({
  person,
  at,
}) => {
  const rows = await listOpenRequests(person.id, at);
  return { requests: rows.map(presentAdminRequest) };
};
