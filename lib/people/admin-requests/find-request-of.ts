import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
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
  const row = isId("arq", requestId) ? await findOpenRequest(requestId, viewerId, at) : undefined;
  if (!row) throw new ServiceError("ADMIN_REQUEST_NOT_FOUND");
  return row;
}
