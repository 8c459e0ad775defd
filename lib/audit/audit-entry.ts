import { newId } from "@/lib/kernel/ids";

interface AuditedAction {
  personId: string;
  /** `<object>.<verb>`, such as `withdrawal.approve`. */
  action: AuditAction;
  targetId: string;
  /** The changed fields, in their old and new state. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  ipAddress: string | null;
  requestId: string;
  at: Date;
}

export type AuditAction =
  | "withdrawal.approve"
  | "withdrawal.reject"
  | "withdrawal.fail"
  | "deposit.release"
  | "partner.settings"
  | "posting.request"
  | "posting.confirm"
  | "posting.reject"
  | "posting.cancel"
  | "second_factor.refused"
  | "second_approver.refused"
  | "second_administrator.refused";

export interface AuditEntryRow extends Omit<AuditedAction, "at"> {
  id: string;
  createdAt: Date;
}

/** The audit entry of a person's change, for the commit of that change. Source: design 9. */
export function auditEntry({ at, ...action }: AuditedAction): AuditEntryRow {
  return { id: newId("aud"), ...action, createdAt: at };
}
