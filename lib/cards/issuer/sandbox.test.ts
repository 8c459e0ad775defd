import { expect, test } from "vitest";
import { sampleCardholder } from "@/test/fixtures/sample-cardholder";
import { testIssuerContract } from "@/test/providers/issuer-contract";
import { isLuhnValid } from "./luhn";
import type { IssuedCard } from "./port";
import { sandboxIssuer } from "./sandbox";

const issuer = sandboxIssuer(Buffer.alloc(32, 1));
const at = new Date("2026-11-21T09:00:00Z");
const issue = (requestKey: string, by = issuer, madeAt = at) =>
  by.issueCard({
    requestKey,
    cardId: "card_1",
    cardholderId: "sandbox_usr_1",
    cardholder: sampleCardholder(),
    at: madeAt,
  });
/** The number, which the sandbox alone returns with the card. */
const numberOf = ({ secrets }: IssuedCard) => secrets?.number;

test("a thousand cards have unique Luhn-valid numbers of the test range", async () => {
  const cards = await Promise.all(Array.from({ length: 1_000 }, (_, index) => issue(`k${index}`)));
  for (const { secrets, first6, last4, expiry } of cards) {
    const { number = "", cvv } = secrets ?? {};
    expect({ first6, last4 }).toEqual({ first6: number.slice(0, 6), last4: number.slice(-4) });
    expect(number).toMatch(/^400000\d{10}$/);
    expect(isLuhnValid(number)).toBe(true);
    expect(cvv).toMatch(/^\d{3}$/);
    expect(expiry).toBe("11/29");
  }
  expect(new Set(cards.map(numberOf)).size).toBe(1_000);
});

test("the same request key gives the same card again", async () => {
  expect(await issue("one")).toEqual(await issue("one"));
  expect(numberOf(await issue("one"))).not.toBe(numberOf(await issue("two")));
});

test("another secret gives another card for the same key", async () => {
  const other = sandboxIssuer(Buffer.alloc(32, 2));
  expect(numberOf(await issue("one", other))).not.toBe(numberOf(await issue("one")));
});

test.each([
  ["2026-01-31T23:59:59Z", "01/29"],
  ["2026-12-31T23:59:59Z", "12/29"],
  ["2098-06-01T00:00:00Z", "06/01"],
])("a card made at %s expires %s", async (made, expiry) => {
  const card = await issue("k", issuer, new Date(made));
  expect(card.expiry).toBe(expiry);
});

test("the revealed card is the issued one", async () => {
  const { issuerCardId, secrets, expiry } = await issue("one");
  expect(await issuer.revealCard(issuerCardId)).toEqual({ ...secrets, expiry });
  await expect(issuer.revealCard("ic_1")).rejects.toThrow("sandbox refused revealCard");
});

testIssuerContract(
  "of the sandbox",
  async () => ({ issuer: sandboxIssuer(Buffer.alloc(32, 3)), stop: async () => {} }),
  { isReal: false },
);

test("serves all countries unless some are given", () => {
  expect(issuer.refuseCountry("NG")).toBeUndefined();
  expect(sandboxIssuer(Buffer.alloc(32, 3), ["US"]).refuseCountry("NG")).toBe(
    "Cards are not available to residents of NG. They are available to residents of US.",
  );
});
