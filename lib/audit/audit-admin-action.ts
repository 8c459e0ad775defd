import type { AnyContract } from "@/lib/contract/contract";
import type { AdminContext } from "@/lib/contract/use-cases";
import { type AuditDetails, runAudited } from "@/lib/kernel/audit-context";
import type { OperatorAction } from "./actions";

type Caller = Pick<AdminContext<AnyContract>, "person" | "requestId" | "ipAddress" | "at">;

/**
 * Runs an action of one of the operator's people with its audit entry. Details that are known only inside of `run` are
 * added there with `describeAudit`.
 */
export function auditAdminAction<T>(
  { person, requestId, ipAddress, at }: Caller,
  action: OperatorAction,
  { targetId, before = null, after = null }: Pick<AuditDetails, "targetId"> & Partial<AuditDetails>,
  run: () => Promise<T>,
): Promise<T> {
  return runAudited(
    {
      ...{ personId: person.id, partnerId: null, action, targetId, before, after },
      ...{ ipAddress, requestId, at },
    },
    run,
  );
}
