import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/card/[serviceCardId]/route";
import { statementsOf } from "@/test/database/statements-of";
import { tamper } from "@/test/database/superuser";
import { endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { findCard } from "./store";

afterAll(endTests);

test("has the available balance, and as ledger balance the holds too", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner, { amountUsd: 100 });
  await client.authorize(serviceCardId, { amount: 30.1 });
  const { availableBalance, ledgerBalance } = (await client.getCard(serviceCardId)).json.data;
  expect({ availableBalance, ledgerBalance }).toEqual({
    availableBalance: 69.9,
    ledgerBalance: 100,
  });
});

test("has a deposit address and networks for a crypto card only", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const float = await client.getCard(await makeCard(partner));
  const crypto = await client.getCard(await makeCard(partner, { fundingType: "crypto" }));
  const cryptoOnly = ["depositAddress", "supportedNetworks"];
  expect(Object.keys(float.json.data)).toEqual(
    Object.keys(crypto.json.data).filter((name) => !cryptoOnly.includes(name)),
  );
});

test("returns the same number each time, and is not cacheable", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner);
  const [first, second] = [
    await client.getCard(serviceCardId),
    await client.getCard(serviceCardId),
  ];
  expect(second.json).toEqual(first.json);
  expect(first.headers.get("cache-control")).toBe("no-store");
});

test("of two partners that look up one card in the same statement, only its own finds it", async () => {
  const [owner, stranger] = [await makePartner(), await makePartner()];
  const cardId = await makeCard(owner);
  const { answer, statements } = await statementsOf(() =>
    Promise.all([stranger, owner, stranger].map(({ partnerId }) => findCard(partnerId, cardId))),
  );
  expect(answer.map((card) => card?.id)).toEqual([undefined, cardId, undefined]);
  expect(statements).toEqual(["find_cards"]);
});

test.each([
  ["its number by another card's", "number_sealed", "number_sealed"],
  ["its number by another card's CVV", "number_sealed", "cvv_sealed"],
  ["its CVV by another card's number", "cvv_sealed", "number_sealed"],
])("reveals nothing after %s was replaced in the database", async (_, into, from) => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const [mine, other] = [await makeCard(partner), await makeCard(partner)];
  const theirs = (await client.getCard(other)).json.data;
  await tamper(
    `UPDATE cards SET ${into} = (SELECT ${from} FROM cards WHERE id = '${other}') WHERE id = '${mine}'`,
  );
  const answer = await client.getCard(mine);
  expectRefusal(answer, 500, "INTERNAL_ERROR");
  expect(JSON.stringify(answer.json)).not.toContain(theirs.cardNumber);
});

test.each(["card_0000000000000000000000zzzz", "card_1", "", "%00", "../fund", "a".repeat(5000)])(
  "CARD_NOT_FOUND for %j",
  async (serviceCardId) => {
    const client = clientOf(await makePartner({ balanceUsd: 0 }));
    expectRefusal(await client.getCard(serviceCardId), 404, "CARD_NOT_FOUND");
  },
);

test("masks number and CVV in a session of every role, which has not confirmed its password", async () => {
  const partner = await makePartner();
  const serviceCardId = await makeCard(partner);
  const { cardNumber, cardCvv, ...card } = (await clientOf(partner).getCard(serviceCardId)).json
    .data;
  for (const role of ["owner", "developer", "viewer"] as const) {
    const browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role }));
    const answer = await browser.call(GET, { params: { serviceCardId } });
    const masked = { cardNumber: `${card.first6}••••••${card.last4}`, cardCvv: "•••" };
    expect(answer.json.data).toEqual({ ...card, ...masked });
    expect(JSON.stringify(answer.json)).not.toContain(cardNumber);
    expect(cardCvv).toMatch(/^\d{3}$/);
  }
});
