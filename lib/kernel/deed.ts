import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "./ids";

/**
 * What a signed-in person does with a request. Whatever the request changes carries one row of the audit log in the same
 * transaction: `commit` and `change` look here, so that use cases need not know who asks.
 * Source: design 9; docs/decisions/0016-deeds.md
 */
export interface Deed {
  personId: string;
  /** Null for the operator's people. */
  partnerId: string | null;
  action: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ipAddress: string | null;
  requestId: string;
  at: Date;
  /** Its row stands: what else the request writes needs none. */
  isWritten: boolean;
}

/** A row of `audit_entries`. */
export type DeedRow = Omit<Deed, "at" | "isWritten"> & { id: string; createdAt: Date };

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & {
  partnerWalletDeeds?: AsyncLocalStorage<Deed>;
};

function deeds(): AsyncLocalStorage<Deed> {
  shared.partnerWalletDeeds ??= new AsyncLocalStorage();
  return shared.partnerWalletDeeds;
}

/** Runs what a person asked for. */
export function asDeed<T>(deed: Deed, run: () => Promise<T>): Promise<T> {
  return deeds().run(deed, run);
}

/** The deed under way whose row is still to be written; none when a key called, or nobody. */
export function openDeed(): Deed | undefined {
  const deed = shared.partnerWalletDeeds?.getStore();
  return deed?.isWritten ? undefined : deed;
}

/** Says more of the deed under way, before what it changes is written. Does nothing when no person asks. */
export function describeDeed(details: Partial<Pick<Deed, "targetId" | "before" | "after">>): void {
  const deed = openDeed();
  if (deed) Object.assign(deed, details);
}

/** Adds to what the audit entry under way says of the new state, before it is written. Does nothing when no person asks. */
export function extendDeed(after: Record<string, unknown>): void {
  const deed = openDeed();
  if (deed && Object.keys(after).length > 0) deed.after = { ...deed.after, ...after };
}

/** The deed as its row. */
export function deedRow({ at, isWritten: _, ...deed }: Deed): DeedRow {
  return { id: newId("aud"), ...deed, createdAt: at };
}
