import { expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import type { ChangeSet } from "./change-set";
import { feeJournal, fundingJournal } from "./journals";
import { mergeChangeSets } from "./merge-change-sets";

const source = { sourceId: "txn_1", partnerId: "p" };
const claim = { partnerId: "p", endpoint: "e", key: "k", requestHash: "h", createdAt: now() };

/** Removes the empty parts. */
const filled = (changeSet: ChangeSet) =>
  Object.fromEntries(
    Object.entries(changeSet).filter(
      ([, part]) =>
        part !== undefined &&
        !(
          typeof part === "object" &&
          Object.values(part).every(
            (each) => each !== null && typeof each === "object" && Object.keys(each).length === 0,
          )
        ),
    ),
  );

test("a change set merged with an empty one is unchanged", () => {
  const changeSet: ChangeSet = { claim, lock: ["a"], journals: [fundingJournal(source, "c", 5n)] };
  expect(filled(mergeChangeSets(changeSet, {}))).toEqual(changeSet);
  expect(filled(mergeChangeSets({}, changeSet))).toEqual(changeSet);
});

test("every part of both is kept, the first one's before the second's", () => {
  const first = fundingJournal(source, "c", 5n);
  const second = feeJournal("funding_fee", source, 1n);
  const merged = mergeChangeSets(
    {
      lock: ["a"],
      expect: { cards: { c: 1 }, accounts: { "card:c": 4n } },
      update: { cards: [{ id: "c", version: 1, set: {} }] },
      insert: { card_transactions: [{ id: 1 }] },
      journals: [first],
    },
    {
      claim,
      lock: ["b"],
      expect: { cards: { d: 2 } },
      update: {
        cards: [{ id: "d", version: 1, set: {} }],
        users: [{ id: "u", version: 1, set: {} }],
      },
      insert: { card_transactions: [{ id: 2 }], withdrawals: [{ id: 3 }] },
      journals: [second],
    },
  );
  expect(filled(merged)).toEqual({
    claim,
    lock: ["a", "b"],
    expect: { cards: { c: 1, d: 2 }, accounts: { "card:c": 4n } },
    update: {
      cards: [
        { id: "c", version: 1, set: {} },
        { id: "d", version: 1, set: {} },
      ],
      users: [{ id: "u", version: 1, set: {} }],
    },
    insert: { card_transactions: [{ id: 1 }, { id: 2 }], withdrawals: [{ id: 3 }] },
    journals: [first, second],
  });
});
