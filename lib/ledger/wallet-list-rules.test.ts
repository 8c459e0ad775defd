import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, debitRow, dropTriggers, listedRow, postUnlisted } from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";

let partnerId: string;
let otherId: string;
let cardId: string;

beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  ({ partnerId } = partner);
  ({ partnerId: otherId } = await makePartner({ balanceUsd: 1_000 }));
  cardId = await makeCard(partner);
});
afterAll(endTests);

const funding = () =>
  postUnlisted({
    id: "jrn_listed",
    type: "card_funding",
    source: "txn_listed",
    partnerId,
    legs: [
      [`wallet:${partnerId}`, -5],
      [`card:${cardId}`, 5],
    ],
  });
const row = (changes: Partial<Parameters<typeof listedRow>[0]> = {}) =>
  listedRow({ journalId: "jrn_listed", partnerId, amount: -5, ...changes });
const ofEntries = dropTriggers("ledger.entries listed");
const ofRows = dropTriggers("wallet_transactions moved");

describe("what moves a wallet stands in its list", () => {
  test("as it moved it goes through, in one transaction", async () => {
    expect(await attack({ role: "app", statements: [funding(), row()] })).toBe("through");
  });

  test("not at all: by that rule, and by no other", async () => {
    expect(await attack({ role: "app", statements: [funding()] })).toBe(REFUSED);
    expect(await attack({ role: "app", statements: [funding()], after: ofEntries })).toBe(
      "through",
    );
  });

  test.each([
    ["too little", { amount: -4 }],
    ["too much", { amount: -6 }],
    ["the other way", { amount: 5 }],
  ])("%s: by both rules, each alone", async (_, changes) => {
    const statements = [funding(), row(changes)];
    for (const after of [[], ofEntries, ofRows])
      expect(await attack({ role: "app", statements, after })).toBe(REFUSED);
    const after = [...ofEntries, ...ofRows];
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  test("in another partner's: by both rules, each alone", async () => {
    const statements = [funding(), row({ partnerId: otherId })];
    for (const after of [[], ofEntries, ofRows])
      expect(await attack({ role: "app", statements, after })).toBe(REFUSED);
  });

  test("once", async () => {
    expect(await attack({ role: "app", statements: [funding(), row(), row()] })).toBe("23505");
  });
});

test("nothing stands in a list that did not move its wallet: by that rule, and by no other", async () => {
  const ofCardAlone = postUnlisted({
    id: "jrn_listed",
    type: "cross_border_fee",
    source: "txn_listed",
    partnerId,
    legs: [
      [`card:${cardId}`, -5],
      ["fees", 5],
    ],
  });
  const inTheCardsList = debitRow({
    id: "txn_listed",
    partnerId,
    cardId,
    category: "cross_border_fee",
    amount: 5,
  });
  const statements = [inTheCardsList, ofCardAlone, row()];
  expect(await attack({ role: "app", statements })).toBe(REFUSED);
  expect(await attack({ role: "app", statements, after: ofRows })).toBe("through");
});
