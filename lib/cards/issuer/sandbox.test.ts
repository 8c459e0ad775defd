import { expect, test } from "vitest";
import { isLuhnValid } from "./luhn";
import { sandboxIssuer } from "./sandbox";

const issuer = sandboxIssuer(Buffer.alloc(32, 1));
const at = new Date("2026-11-21T09:00:00Z");
const issue = (requestKey: string, by = issuer) =>
  by.issueCard({ requestKey, cardholderName: "Amara Okafor", at });

test("a thousand cards have unique Luhn-valid numbers of the test range", async () => {
  const cards = await Promise.all(Array.from({ length: 1_000 }, (_, index) => issue(`k${index}`)));
  for (const { number, cvv, expiry } of cards) {
    expect(number).toMatch(/^400000\d{10}$/);
    expect(isLuhnValid(number)).toBe(true);
    expect(cvv).toMatch(/^\d{3}$/);
    expect(expiry).toBe("11/29");
  }
  expect(new Set(cards.map(({ number }) => number)).size).toBe(1_000);
});

test("the same request key gives the same card again", async () => {
  expect(await issue("one")).toEqual(await issue("one"));
  expect((await issue("one")).number).not.toBe((await issue("two")).number);
});

test("another secret gives another card for the same key", async () => {
  const other = sandboxIssuer(Buffer.alloc(32, 2));
  expect((await issue("one", other)).number).not.toBe((await issue("one")).number);
});

test.each([
  ["2026-01-31T23:59:59Z", "01/29"],
  ["2026-12-31T23:59:59Z", "12/29"],
  ["2098-06-01T00:00:00Z", "06/01"],
])("a card made at %s expires %s", async (made, expiry) => {
  const card = await issuer.issueCard({ requestKey: "k", cardholderName: "A", at: new Date(made) });
  expect(card.expiry).toBe(expiry);
});
