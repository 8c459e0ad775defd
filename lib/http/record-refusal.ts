import { auditEntry } from "@/lib/audit/audit-entry";
import type { AnyContract, Input } from "@/lib/contract/contract";
import type { SignedInPerson } from "@/lib/contract/person";
import { clientAddress } from "@/lib/kernel/client-address";
import { type ErrorCode, isServiceError } from "@/lib/kernel/errors";
import { commit } from "@/lib/ledger";

/** Refusals that are audited: somebody with a session attempted an action that the session alone does not allow. */
const RECORDED = {
  SECOND_FACTOR_INVALID: "second_factor.refused",
  SECOND_APPROVER_NEEDED: "second_approver.refused",
  SECOND_ADMINISTRATOR_NEEDED: "second_administrator.refused",
} as const satisfies Partial<Record<ErrorCode, string>>;

interface Asked {
  contract: AnyContract;
  person: SignedInPerson;
  request: Request;
  requestId: string;
  at: Date;
}

/**
 * Runs a request of an administrator. If the second factor, the second approver or the second administrator is refused,
 * an audit entry with the target is written, without the code that was entered. The entries are few, because wrong
 * codes lock the person.
 */
export async function recordRefusal<T>(
  { contract, person, request, requestId, at }: Asked,
  { params }: Input<AnyContract>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const recorded: Partial<Record<ErrorCode, (typeof RECORDED)[keyof typeof RECORDED]>> = RECORDED;
    const action = isServiceError(error) ? recorded[error.code] : undefined;
    if (action) {
      const [about] = Object.values<unknown>(params);
      const entry = auditEntry({
        personId: person.id,
        action,
        targetId: typeof about === "string" ? about : person.id,
        before: {},
        after: { operation: contract.id },
        ipAddress: clientAddress(request),
        requestId,
        at,
      });
      await commit({ insert: { audit_entries: [entry] } });
    }
    throw error;
  }
}
