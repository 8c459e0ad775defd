import { keepsBalance } from "./accounts";
import type { ChangeSet, Claim } from "./change-set";
import { locksOf } from "./locks-of";

/** A name that is unique among claims. */
export const nameOfClaim = ({ partnerId, endpoint, key }: Claim) =>
  `idempotency_keys:${partnerId}:${endpoint}:${key}`;

/** What a change set depends on and what it changes, by unique names. */
export interface ReadWriteSet {
  /** Rows that must not have changed, and the version that was read. */
  expected: Map<string, string>;
  /** Rows that no other change set may change at the same time. */
  changed: Set<string>;
  /** Accounts that are posted to: any number of change sets may post to one, in sequence. */
  posted: Set<string>;
  /** Accounts whose locks it takes. */
  locked: Set<string>;
}

/** The read/write set of one change set. */
export function readWriteSetOf(changeSet: ChangeSet): ReadWriteSet {
  const { claim, expect = {}, update = {}, journals = [] } = changeSet;
  const { cards = {}, accounts = {}, terminated } = expect;
  const rows = Object.entries(update).flatMap(([table, changes]) =>
    changes.map(({ id }) => `${table}:${id}`),
  );
  const counted = terminated ? [`terminations:${terminated.partnerId}`] : [];
  const claimed = claim ? [nameOfClaim(claim)] : [];
  return {
    expected: new Map([
      ...Object.entries(cards).map(([id, version]) => [`cards:${id}`, `${version}`] as const),
      ...Object.entries(accounts).map(([id, version]) => [id, `${version}`] as const),
    ]),
    changed: new Set([...rows, ...counted, ...claimed]),
    posted: new Set(journals.flatMap(({ legs }) => legs.map(({ account }) => account))),
    locked: new Set(locksOf(changeSet).filter(keepsBalance)),
  };
}

/** The read/write set of no change set. */
export const emptyReadWriteSet = (): ReadWriteSet => ({
  expected: new Map(),
  changed: new Set(),
  posted: new Set(),
  locked: new Set(),
});

/** Adds the read/write set of one more change set. */
export function addToReadWriteSet(
  all: ReadWriteSet,
  { expected, changed, posted, locked }: ReadWriteSet,
): void {
  for (const [name, version] of expected) all.expected.set(name, version);
  for (const name of changed) all.changed.add(name);
  for (const name of posted) all.posted.add(name);
  for (const name of locked) all.locked.add(name);
}

/** Whether what one expects is left as it is by the other. */
function leaves(other: ReadWriteSet, { expected }: ReadWriteSet): boolean {
  for (const [name, version] of expected) {
    if (other.changed.has(name) || other.posted.has(name)) return false;
    if ((other.expected.get(name) ?? version) !== version) return false;
  }
  return true;
}

function intersects(first: Set<string>, second: Set<string>): boolean {
  for (const name of second) if (first.has(name)) return true;
  return false;
}

/**
 * Whether the outcome is the same whatever the order of the two: neither changes what the other expects, and no row is
 * changed by both.
 */
export function isDisjoint(first: ReadWriteSet, second: ReadWriteSet): boolean {
  return (
    !intersects(first.changed, second.changed) && leaves(first, second) && leaves(second, first)
  );
}

/** Whether one of two transactions would wait for the other to end. */
export const wouldBlock = (first: ReadWriteSet, second: ReadWriteSet): boolean =>
  intersects(first.locked, second.locked) || intersects(first.changed, second.changed);
