import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { type AuditContext, runAudited } from "@/lib/kernel/audit-context";

type Described = Pick<AuditContext, "targetId" | "before" | "after">;

/** Runs an action of an administrator in its audit context. */
export function auditAdminAction<C extends AnyContract, T>(
  { person, requestId, ipAddress, at }: AdminContext<C>,
  action: string,
  told: Described,
  run: () => Promise<T>,
): Promise<T> {
  const context: AuditContext = {
    personId: person.id,
    partnerId: null,
    action,
    ...told,
    ipAddress,
    requestId,
    at,
    isWritten: false,
  };
  return runAudited(context, run);
}
