import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { findPartner } from "@/lib/backoffice/find-partner";
import { presentPartner } from "@/lib/backoffice/present";
import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { updateSuspension } from "./sql-store";

/**
 * Suspends a partner or ends its suspension. Every process is notified at the commit and drops its cached data of the
 * partner, so the next request of a key or a session sees the new state. Writes nothing when the state does not change.
 */
export async function setSuspension<C extends AnyContract>(
  context: AdminContext<C>,
  partnerId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason?: string },
) {
  const { id, suspendedAt } = await findPartner(partnerId);
  const details = {
    targetId: id,
    before: { suspendedAt: suspendedAt?.toISOString() ?? null },
    after: {
      suspendedAt: isSuspended ? context.at.toISOString() : null,
      ...(reason && { reason }),
    },
  };
  const action = isSuspended ? "partner.suspend" : "partner.resume";
  await auditAdminAction(context, action, details, () =>
    updateSuspension(id, isSuspended ? context.at : null),
  );
  callerCache().forget();
  return presentPartner(await findPartner(id));
}
