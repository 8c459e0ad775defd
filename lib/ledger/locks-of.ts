import { cardAccount } from "./accounts";
import type { ChangeSet } from "./change-set";

/**
 * Every account that a change set must lock: the accounts that it posts to, expects or names, and the accounts of the
 * cards that it expects or changes. One statement locks them before any other work, so that all change sets lock in
 * one order and never deadlock. Source: design 6, rows locked in one fixed order.
 */
export function locksOf({
  lock = [],
  expect = {},
  update = {},
  journals = [],
}: ChangeSet): string[] {
  const cardIds = [
    ...Object.keys(expect.cards ?? {}),
    ...(update.cards ?? []).map((change) => change.id),
  ];
  return [
    ...new Set([
      ...lock,
      ...journals.flatMap((journal) => journal.legs.map((leg) => leg.account)),
      ...Object.keys(expect.accounts ?? {}),
      ...cardIds.map(cardAccount),
    ]),
  ];
}
