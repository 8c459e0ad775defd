import { expect, test } from "vitest";
import { feeJournal, fundingJournal } from "./journals";
import { locksOf } from "./locks-of";

const source = { sourceId: "txn_1", partnerId: "p" };

test("a work that touches no account locks none", () => {
  expect(locksOf({})).toEqual([]);
  expect(
    locksOf({ expect: { terminated: { partnerId: "p", since: new Date(), fewerThan: 1 } } }),
  ).toEqual([]);
});

test("every account that is posted to, once", () => {
  const journals = [fundingJournal(source, "c", 5n), feeJournal("funding_fee", source, 1n)];
  expect(locksOf({ journals }).sort()).toEqual(["card:c", "fees", "wallet:p"]);
});

test("the accounts of cards that are expected or changed, and those that are expected or named", () => {
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
