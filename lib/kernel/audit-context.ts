import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "./ids";

/**
 * The running action of a signed-in person. Its changes and one audit entry are written in the same transaction:
 * `commit` and `change` read this context, so use cases need not know the caller.
 * Source: design 9; docs/decisions/0016-audit-entries.md
 */
export interface AuditContext {
  personId: string;
  /** Null for people of the operator. */
  partnerId: string | null;
  action: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ipAddress: string | null;
  requestId: string;
  at: Date;
  /** True once the entry is written. Further writes of the request add no entry. */
  isWritten: boolean;
}

/** A row of `audit_entries`. */
export type NewAuditEntry = Omit<AuditContext, "at" | "isWritten"> & {
  id: string;
  createdAt: Date;
};

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & {
  partnerWalletAuditContext?: AsyncLocalStorage<AuditContext>;
};

function contexts(): AsyncLocalStorage<AuditContext> {
  shared.partnerWalletAuditContext ??= new AsyncLocalStorage();
  return shared.partnerWalletAuditContext;
}

/** Runs an action in its audit context. */
export function runAudited<T>(context: AuditContext, run: () => Promise<T>): Promise<T> {
  return contexts().run(context, run);
}

/** The audit context whose entry is not yet written. Undefined for requests with an API key and for jobs. */
export function currentAuditContext(): AuditContext | undefined {
  const context = shared.partnerWalletAuditContext?.getStore();
  return context?.isWritten ? undefined : context;
}

/** Adds details to the current action, before its changes are written. Does nothing without an audit context. */
export function describeAudit(
  details: Partial<Pick<AuditContext, "targetId" | "before" | "after">>,
): void {
  const context = currentAuditContext();
  if (context) Object.assign(context, details);
}

/**
 * Adds fields to the new state in the current audit entry, before it is written. Does nothing without an audit context.
 */
export function extendAudit(after: Record<string, unknown>): void {
  const context = currentAuditContext();
  if (context && Object.keys(after).length > 0) context.after = { ...context.after, ...after };
}

/** The audit entry of a context, as a new row. */
export function newAuditEntry({ at, isWritten: _, ...context }: AuditContext): NewAuditEntry {
  return { id: newId("aud"), ...context, createdAt: at };
}
