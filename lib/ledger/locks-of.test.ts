import { expect, test } from "vitest";
import { feeJournal, fundingJournal } from "./journals";
import { locksOf } from "./locks-of";

const source = { sourceId: "txn_1", partnerId: "p" };

test("a change set without accounts locks none", () => {
  expect(locksOf({})).toEqual([]);
  expect(
    locksOf({ expect: { terminated: { partnerId: "p", since: new Date(), fewerThan: 1 } } }),
  ).toEqual([]);
});

test("every account of a posting is locked once", () => {
  const journals = [fundingJournal(source, "c", 5n), feeJournal("funding_fee", source, 1n)];
  expect(locksOf({ journals }).sort()).toEqual(["card:c", "fees", "wallet:p"]);
});

test("the accounts of expected or changed cards, and expected or named accounts, are locked", () => {
  const locks = locksOf({
    lock: ["wallet:p"],
    expect: { cards: { a: 1 }, accounts: { "card:d": 2n } },
    update: {
      cards: [{ id: "b", version: 1, set: {} }],
      users: [{ id: "u", version: 1, set: {} }],
    },
  });
  expect(locks.sort()).toEqual(["card:a", "card:b", "card:d", "wallet:p"]);
});
