import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "./ids";
import { perProcess } from "./per-process";

export interface AuditDetails {
  targetId: string;
  /** The changed fields, in their old and new state. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** An action of a person that gets an audit entry. */
export interface AuditedAction extends AuditDetails {
  personId: string;
  /** Null for people of the operator. */
  partnerId: string | null;
  /** A name in lib/audit/actions.ts, or the id of a contract. */
  action: string;
  ipAddress: string | null;
  requestId: string;
  at: Date;
}

/** The running action of a person. */
export interface AuditContext extends AuditedAction {
  /** True once the entry is written. Further writes of the request add no entry. */
  isWritten: boolean;
}

/** A row of `audit_entries`. */
export type NewAuditEntry = Omit<AuditedAction, "at"> & {
  id: string;
  createdAt: Date;
};

const contexts = perProcess("audit contexts", () => new AsyncLocalStorage<AuditContext>());

/**
 * Runs an action with its audit entry; the only way to write one. `commit`, `change` and `writeAudited` write the entry in the
 * transaction of the first change that they make within `run`, so use cases need not know the caller. An action that
 * changes no row calls `writeAuditEntry`.
 * Source: design 9; docs/decisions/0016-audit-entries.md
 */
export function runAudited<T>(action: AuditedAction, run: () => Promise<T>): Promise<T> {
  return contexts.run({ ...action, isWritten: false }, run);
}

/** The audit context whose entry is not yet written. Undefined for requests with an API key and for jobs. */
export function currentAuditContext(): AuditContext | undefined {
  const context = contexts.getStore();
  return context?.isWritten ? undefined : context;
}

/** Adds details to the current action, before its changes are written. Does nothing without an audit context. */
export function describeAudit(details: Partial<AuditDetails>): void {
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

/** Ends the current action without an audit entry, because it changes nothing. */
export function omitAudit(): void {
  const context = currentAuditContext();
  if (context) context.isWritten = true;
}

/** The audit entry of a context, as a new row. */
export function newAuditEntry({ at, isWritten: _, ...context }: AuditContext): NewAuditEntry {
  return { id: newId("aud"), ...context, createdAt: at };
}
