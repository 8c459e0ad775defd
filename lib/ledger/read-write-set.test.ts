import { expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import type { ChangeSet } from "./change-set";
import { feeJournal, fundingJournal, withdrawalJournal } from "./journals";
import { isDisjoint, readWriteSetOf, wouldBlock } from "./read-write-set";

const source = { sourceId: "txn_1", partnerId: "p" };
const claim = { partnerId: "p", endpoint: "e", key: "k", requestHash: "h", createdAt: now() };
const funding: ChangeSet = {
  claim,
  expect: { cards: { c: 1 } },
  journals: [fundingJournal(source, "c", 5n)],
};
const terminated = { partnerId: "p", since: now(), fewerThan: 10 };
const freezing = (id: string): ChangeSet => ({ update: { cards: [{ id, version: 1, set: {} }] } });

const apart: [string, ChangeSet, ChangeSet][] = [
  ["an empty change set and any other", {}, funding],
  [
    "fundings of one card from one wallet, with different keys",
    funding,
    { ...funding, claim: { ...claim, key: "l" } },
  ],
  ["a key at another endpoint", { claim }, { claim: { ...claim, endpoint: "f" } }],
  ["a key of another partner", { claim }, { claim: { ...claim, partnerId: "q" } }],
  ["changes of two cards", freezing("c"), freezing("d")],
  [
    "rows with the same id in two tables",
    freezing("c"),
    { update: { users: [{ id: "c", set: {} }] } },
  ],
  ["a card that is expected and another that changes", funding, freezing("d")],
  [
    "an account that is expected and another that is posted to",
    { expect: { accounts: { "card:d": 1n } } },
    funding,
  ],
  [
    "terminations of two partners",
    { expect: { terminated } },
    { expect: { terminated: { ...terminated, partnerId: "q" } } },
  ],
];

const entangled: [string, ChangeSet, ChangeSet][] = [
  ["one key twice", { claim }, { claim: { ...claim, requestHash: "other" } }],
  ["a row that both change", freezing("c"), freezing("c")],
  ["a card that one expects and the other changes", funding, freezing("c")],
  ["a card that both expect with different versions", funding, { expect: { cards: { c: 2 } } }],
  [
    "an account that both expect with different versions",
    { expect: { accounts: { a: 1n } } },
    { expect: { accounts: { a: 2n } } },
  ],
  [
    "an account that one expects and the other posts to",
    { expect: { accounts: { "wallet:p": 1n } } },
    { journals: [withdrawalJournal(source, 5n)] },
  ],
  [
    "two terminations of one partner, which are counted",
    { expect: { terminated } },
    { expect: { terminated } },
  ],
];

test.each(apart)("are disjoint: %s", (_, first, second) => {
  expect(isDisjoint(readWriteSetOf(first), readWriteSetOf(second))).toBe(true);
  expect(isDisjoint(readWriteSetOf(second), readWriteSetOf(first))).toBe(true);
});

test.each(entangled)("are not disjoint: %s", (_, first, second) => {
  expect(isDisjoint(readWriteSetOf(first), readWriteSetOf(second))).toBe(false);
  expect(isDisjoint(readWriteSetOf(second), readWriteSetOf(first))).toBe(false);
});

const waiting: [string, ChangeSet, ChangeSet][] = [
  ["postings to one wallet", funding, { journals: [withdrawalJournal(source, 5n)] }],
  ["a card that one expects and the other posts to", { expect: { cards: { c: 1 } } }, funding],
  ["one key twice", { claim }, { claim }],
  [
    "a row that both change",
    { update: { users: [{ id: "u", set: {} }] } },
    { update: { users: [{ id: "u", set: {} }] } },
  ],
];

test.each(waiting)("one of two transactions waits for the other: %s", (_, first, second) => {
  expect(wouldBlock(readWriteSetOf(first), readWriteSetOf(second))).toBe(true);
  expect(wouldBlock(readWriteSetOf(second), readWriteSetOf(first))).toBe(true);
});

test("no transaction waits for an account of the service, although all post to it", () => {
  const fee = (partnerId: string): ChangeSet => ({
    journals: [feeJournal("funding_fee", { sourceId: partnerId, partnerId }, 1n)],
  });
  expect(wouldBlock(readWriteSetOf(fee("p")), readWriteSetOf(fee("q")))).toBe(false);
});
