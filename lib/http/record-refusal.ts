import type { OperatorAction } from "@/lib/audit/actions";
import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import { writeAuditEntry } from "@/lib/audit/write-audit-entry";
import type { AnyContract, Input } from "@/lib/contract/contract";
import { clientAddress } from "@/lib/kernel/client-address";
import { type ErrorCode, isServiceError } from "@/lib/kernel/errors";
import type { PersonRequest } from "./person-request";

/** Refusals that are audited: somebody with a session attempted an action that the session alone does not allow. */
const RECORDED = {
  APPROVAL_SIGNATURE_INVALID: "approval_signature.refused",
  SECOND_FACTOR_INVALID: "second_factor.refused",
  SECOND_APPROVER_NEEDED: "second_approver.refused",
  SECOND_ADMINISTRATOR_NEEDED: "second_administrator.refused",
} as const satisfies Partial<Record<ErrorCode, OperatorAction>>;

/** The form of all our ids. Any other text of a path is not stored: the database refuses some, and then the entry is lost. */
const ID = /^\w{1,64}$/;

/**
 * Runs a request of an administrator. If the second factor, the signature, the second approver or the second
 * administrator is refused, an audit entry with the target is written, without the code that was entered. The entries are
 * few, because wrong codes lock the person.
 */
export async function recordRefusal<T>(
  { contract, person, request, requestId, at }: PersonRequest,
  { params }: Input<AnyContract>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const recorded: Partial<Record<ErrorCode, OperatorAction>> = RECORDED;
    const action = isServiceError(error) ? recorded[error.code] : undefined;
    if (action) {
      const [about] = Object.values<unknown>(params);
      const targetId = typeof about === "string" && ID.test(about) ? about : person.id;
      const caller = { person, requestId, ipAddress: clientAddress(request), at };
      const details = { targetId, before: {}, after: { operation: contract.id } };
      await auditAdminAction(caller, action, details, writeAuditEntry);
    }
    throw error;
  }
}
