import { keepsBalance } from "./accounts";
import type { ChangeSet, Claim } from "./change-set";
import { locksOf } from "./locks-of";

/** The unique name of a claim. */
export const nameOfClaim = ({ partnerId, endpoint, key }: Claim) =>
  `idempotency_keys:${partnerId}:${endpoint}:${key}`;

/** The rows and accounts that a change set depends on and changes, by unique names. */
export interface ReadWriteSet {
  /** Rows that must be unchanged, with the version that was read. */
  expected: Map<string, string>;
  /** Rows that no other change set may change at the same time. */
  changed: Set<string>;
  /** Accounts that the change set posts to. Any number of change sets may post to one account, in sequence. */
  posted: Set<string>;
  /** Accounts whose rows the change set locks. */
  locked: Set<string>;
}

/** The read/write set of one change set. */
export function readWriteSetOf(changeSet: ChangeSet): ReadWriteSet {
  const { claim, expect = {}, update = {}, journals = [] } = changeSet;
  const { cards = {}, accounts = {}, terminated, payout } = expect;
  const rows = Object.entries(update).flatMap(([table, changes]) =>
    changes.map(({ id }) => `${table}:${id}`),
  );
  const counted = [
    ...(terminated ? [`terminations:${terminated.partnerId}`] : []),
    // Two withdrawals in one call would each be checked without the other.
    ...(payout?.isLimited ? [`payouts:${payout.partnerId}`] : []),
  ];
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

/** An empty read/write set. */
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

/** True if `other` changes no row that the second set expects and expects no other version of one. */
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
 * True if the order of the two change sets does not matter: neither changes a row that the other expects, and no row is
 * changed by both.
 */
export function isDisjoint(first: ReadWriteSet, second: ReadWriteSet): boolean {
  return (
    !intersects(first.changed, second.changed) && leaves(first, second) && leaves(second, first)
  );
}

/** True if one of two concurrent transactions would wait for the other to end. */
export const wouldBlock = (first: ReadWriteSet, second: ReadWriteSet): boolean =>
  intersects(first.locked, second.locked) || intersects(first.changed, second.changed);
