import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { type AdminRequestRow, findOpenRequest } from "./store";

/**
 * Returns a pending request with the obstacle, if any, to a confirmation by this viewer.
 * @throws ServiceError ADMIN_REQUEST_NOT_FOUND
 */
export async function findRequestOf(
  requestId: string,
  viewerId: string,
  at: Date,
): Promise<AdminRequestRow> {
  return findOrRefuse("arq", requestId, "ADMIN_REQUEST_NOT_FOUND", () =>
    findOpenRequest(requestId, viewerId, at),
  );
}
