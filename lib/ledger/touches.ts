import { keepsBalance } from "./accounts";
import { locksOf } from "./locks-of";
import type { Claim, Work } from "./work";

/** What no other claim is called. */
export const nameOfClaim = ({ partnerId, endpoint, key }: Claim) =>
  `idempotency_keys:${partnerId}:${endpoint}:${key}`;

/** What a work rests on and what it changes, by names that no two things share. */
export interface Touches {
  /** What must be as it was read, and the version that was read. */
  expected: Map<string, string>;
  /** What nobody else may change at the same time. */
  changed: Set<string>;
  /** Accounts that are posted to: any number of works may, one after another. */
  posted: Set<string>;
  /** Accounts whose locks it takes. */
  locked: Set<string>;
}

/** What a work touches. */
export function touchesOf(work: Work): Touches {
  const { claim, expect = {}, update = {}, journals = [] } = work;
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
    locked: new Set(locksOf(work).filter(keepsBalance)),
  };
}

/** What no work at all touches. */
export const noTouches = (): Touches => ({
  expected: new Map(),
  changed: new Set(),
  posted: new Set(),
  locked: new Set(),
});

/** Adds to what some works touch what one more does. */
export function addTouches(all: Touches, { expected, changed, posted, locked }: Touches): void {
  for (const [name, version] of expected) all.expected.set(name, version);
  for (const name of changed) all.changed.add(name);
  for (const name of posted) all.posted.add(name);
  for (const name of locked) all.locked.add(name);
}

/** Whether what one expects is left as it is by the other. */
function leaves(other: Touches, { expected }: Touches): boolean {
  for (const [name, version] of expected) {
    if (other.changed.has(name) || other.posted.has(name)) return false;
    if ((other.expected.get(name) ?? version) !== version) return false;
  }
  return true;
}

function meet(first: Set<string>, second: Set<string>): boolean {
  for (const name of second) if (first.has(name)) return true;
  return false;
}

/**
 * Whether a work comes to the same beside others or after them, in whichever order: neither side changes what the other
 * expects, and no row is changed by both.
 */
export function areApart(first: Touches, second: Touches): boolean {
  return !meet(first.changed, second.changed) && leaves(first, second) && leaves(second, first);
}

/** Whether one of two transactions would wait for the other to end. */
export const waitForEachOther = (first: Touches, second: Touches): boolean =>
  meet(first.locked, second.locked) || meet(first.changed, second.changed);
