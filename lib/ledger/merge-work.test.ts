import { expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { feeJournal, fundingJournal } from "./journals";
import { mergeWork } from "./merge-work";
import type { Work } from "./work";

const source = { sourceId: "txn_1", partnerId: "p" };
const claim = { partnerId: "p", endpoint: "e", key: "k", requestHash: "h", createdAt: now() };

/** Without the parts that hold nothing. */
const filled = (work: Work) =>
  Object.fromEntries(
    Object.entries(work).filter(
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

test("a work and nothing is that work", () => {
  const work: Work = { claim, lock: ["a"], journals: [fundingJournal(source, "c", 5n)] };
  expect(filled(mergeWork(work, {}))).toEqual(work);
  expect(filled(mergeWork({}, work))).toEqual(work);
});

test("every part of both, the first one's before the second's", () => {
  const first = fundingJournal(source, "c", 5n);
  const second = feeJournal("funding_fee", source, 1n);
  const merged = mergeWork(
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
