import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { ServiceError } from "@/lib/kernel/errors";
import type { cancelAdminRequestContract } from "./contract";
import { findRequestOf } from "./find-request-of";
import { cancelRequest } from "./store";

/** Cancels a pending request. No code is needed, because a cancellation grants nothing. */
export const cancelAdminRequest: AdminUseCase<typeof cancelAdminRequestContract> = async (
  context,
) => {
  const { person, input } = context;
  const at = await databaseTimeOf(context.at);
  const { id, kind, targetId, details } = await findRequestOf(input.params.id, person.id, at);
  const entry = { targetId, before: { requestId: id, kind, ...details }, after: null };
  const isCancelled = await auditAdminAction(context, "second_administrator.cancel", entry, () =>
    cancelRequest(id, person.id, at),
  );
  if (!isCancelled) throw new ServiceError("ADMIN_REQUEST_NOT_FOUND");
  return { cancelled: true };
};
