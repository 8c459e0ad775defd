import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { listAdminRequestsContract } from "./contract";
import { presentAdminRequest } from "./present";
import { listOpenRequests } from "./store";

/** What waits for a second administrator, and whether the reader is one. */
export const listAdminRequests: AdminUseCase<typeof listAdminRequestsContract> = async ({
  person,
  at,
}) => {
  const rows = await listOpenRequests(person.id, at);
  return { requests: rows.map(presentAdminRequest) };
};
