import { cardAccount } from "./accounts";
import type { Work } from "./work";

/**
 * Every account that a work needs locked: those it posts to, those of the cards and accounts that it expects as they
 * were or changes, and those it names. Locked in one statement before anything else, so that all works lock in one
 * order and none waits for another in a circle. Source: design 6, rows locked in one fixed order.
 */
export function locksOf({ lock = [], expect = {}, update = {}, journals = [] }: Work): string[] {
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
