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

describe("a journal of a wallet and its wallet transaction agree", () => {
  test("are accepted in one transaction", async () => {
    expect(await attack({ role: "app", statements: [funding(), row()] })).toBe("through");
  });

  test("a journal without a row: refused by one rule only", async () => {
    expect(await attack({ role: "app", statements: [funding()] })).toBe(REFUSED);
    expect(await attack({ role: "app", statements: [funding()], after: ofEntries })).toBe(
      "through",
    );
  });

  test.each([
    ["a lower amount", { amount: -4 }],
    ["a higher amount", { amount: -6 }],
    ["the opposite direction", { amount: 5 }],
  ])("a row with %s: refused by each of two rules", async (_, changes) => {
    const statements = [funding(), row(changes)];
    for (const after of [[], ofEntries, ofRows])
      expect(await attack({ role: "app", statements, after })).toBe(REFUSED);
    const after = [...ofEntries, ...ofRows];
    expect(await attack({ role: "app", statements, after })).toBe("through");
  });

  test("a row of another partner: refused by each of two rules", async () => {
    const statements = [funding(), row({ partnerId: otherId })];
    for (const after of [[], ofEntries, ofRows])
      expect(await attack({ role: "app", statements, after })).toBe(REFUSED);
  });

  test("a second row: refused", async () => {
    expect(await attack({ role: "app", statements: [funding(), row(), row()] })).toBe("23505");
  });
});

test("a wallet transaction without a journal: refused by one rule only", async () => {
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
