import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as searchRoute } from "@/app/api/v1/partner/search/route";
import { newId } from "@/lib/kernel/ids";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";

let partner: TestPartner;
let browser: Browser;
let stranger: Browser;
let userId: string;
let cardId: string;
let last4: string;
let transactionId: string;
beforeAll(async () => {
  partner = await makePartner();
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  const other = await makePartner();
  stranger = await signedIn(await makePerson({ partnerId: other.partnerId }));
  userId = await makeApprovedUser(partner, { first_name: "Nkechi", last_name: "Balogun" });
  cardId = await makeCard(partner, { amountUsd: 25, userId });
  const client = clientOf(partner);
  const cards = await client.listCards();
  last4 = cards.json.data.cards[0].last4;
  transactionId = (await client.listWalletTransactions()).json.data.transactions[0]._id;
});
afterAll(endTests);

async function find(text: string, by = browser) {
  const answer = await by.call(searchRoute, { query: { text } });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data.hits.map(({ kind, id }: { kind: string; id: string }) => [kind, id]);
}

test.each([
  ["a first name, in any case", () => "nkechi", () => ["user", userId]],
  ["a last name's beginning", () => "  Balo ", () => ["user", userId]],
  ["an email's beginning", () => `${userId}@exa`, () => ["user", userId]],
  ["a user's id", () => userId, () => ["user", userId]],
  ["a user's name: their card", () => "Nkechi Balogun", () => ["card", cardId]],
  ["a card's id", () => cardId, () => ["card", cardId]],
  ["its last four digits", () => last4, () => ["card", cardId]],
  ["the digits as they are shown", () => `•••• ${last4}`, () => ["card", cardId]],
  ["a transaction's id", () => transactionId, () => ["transaction", transactionId]],
])("%s is found, and by another partner it is not", async (_, text, hit) => {
  expect(await find(text())).toContainEqual(hit());
  expect(await find(text(), stranger)).toEqual([]);
});

test.each(["zzz", "%", "_", "' OR 1=1 --", "card_", "\\", newId("wd"), newId("txn")])(
  "%s finds nothing",
  async (text) => {
    expect(await find(text)).toEqual([]);
  },
);
