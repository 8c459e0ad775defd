import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { findPartner } from "@/lib/backoffice/find-partner";
import { presentPartner } from "@/lib/backoffice/present";
import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { updateSuspension } from "./store";

/**
 * Suspends a partner from now on, or ends its suspension. Every process hears of it with the commit and drops what it
 * keeps of the partner: the next request of a key or a session is decided by the new state. What is so already stays,
 * and leaves no row.
 */
export async function setSuspension<C extends AnyContract>(
  context: AdminContext<C>,
  partnerId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason?: string },
) {
  const { id, suspendedAt } = await findPartner(partnerId);
  const told = {
    targetId: id,
    before: { suspendedAt: suspendedAt?.toISOString() ?? null },
    after: {
      suspendedAt: isSuspended ? context.at.toISOString() : null,
      ...(reason && { reason }),
    },
  };
  const action = isSuspended ? "partner.suspend" : "partner.resume";
  await auditAdminAction(context, action, told, () =>
    updateSuspension(id, isSuspended ? context.at : null),
  );
  callerCache().forget();
  return presentPartner(await findPartner(id));
}
