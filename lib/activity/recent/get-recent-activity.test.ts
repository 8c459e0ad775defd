import { afterAll, beforeEach, expect, test } from "vitest";
import { GET as activity } from "@/app/api/v1/partner/activity/route";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { type Client, clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";

let partner: TestPartner;
let client: Client;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  client = clientOf(partner);
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
});
afterAll(endTests);

const look = async () => {
  const answer = await browser.call(activity);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data.activities;
};

test("a purchase and its cross-border fee are one line, with the card and the person", async () => {
  const card = await makeCard(partner, { amountUsd: 100 });
  const foreign = { amount: 20, merchantCountry: "DE", currency: "EUR" };
  const id = (await client.authorize(card, foreign)).json.data.serviceTransactionId;
  await client.authorize(card, { amount: 900 });
  const [declined, purchase, ...others] = await look();
  expect(purchase).toMatchObject({
    ...{ kind: "card", id, category: "authorization", amount: 20, fxFee: 0.6, count: 1 },
    ...{ person: "Amara Okafor", merchantName: "Blue Bottle Coffee" },
    last4: expect.stringMatching(/^\d{4}$/),
  });
  expect(declined).toMatchObject({ status: "declined", declinedReason: "insufficient funds" });
  expect(others.map(({ category }: { category: string }) => category)).not.toContain(
    "cross_border_fee",
  );
});

test("fees of one kind are one line until a day passes between two of them", async () => {
  const users = userClientOf(partner);
  shiftClock(-3 * DAY_MS);
  await users.make();
  shiftClock(3 * DAY_MS);
  for (let count = 0; count < 4; count++) await users.make();
  const fees = (await look()).filter(
    ({ category }: { category: string }) => category === "kyc_fee",
  );
  const [{ amount }] = fees;
  expect(fees).toMatchObject([
    { count: 4, amount },
    { count: 1, amount: amount / 4, person: expect.stringMatching(/\w/) },
  ]);
  expect(fees[0]).not.toHaveProperty("person");
});

test("a line of more fees than are read says that its number is the least", async () => {
  const users = userClientOf(partner);
  const lineOfFees = async () => {
    const lines = await look();
    return lines.find(({ category }: { category: string }) => category === "kyc_fee");
  };
  await Promise.all(Array.from({ length: 59 }, () => users.make()));
  // With the deposit these are as many as are read.
  const whole = await lineOfFees();
  expect(whole.count).toBe(59);
  expect(whole).not.toHaveProperty("hasMore");
  await Promise.all([users.make(), users.make()]);
  expect(await lineOfFees()).toMatchObject({ count: 60, hasMore: true });
});

test("a withdrawal from a card is one line, and other partners' activity is not there", async () => {
  const card = await makeCard(partner, { amountUsd: 100 });
  await client.withdraw({ serviceCardId: card, amount: 10, reference: "back" });
  const other = await makePartner();
  await makeCard(other, { amountUsd: 77 });
  const lines = await look();
  const ofWithdrawal = lines.filter(
    ({ category }: { category: string }) => category === "card_withdrawal",
  );
  expect(ofWithdrawal).toMatchObject([{ kind: "wallet", type: "credit", person: "Amara Okafor" }]);
  expect(lines.map(({ amount }: { amount: number }) => amount)).not.toContain(77);
});

test("a withdrawal from a card whose fee takes the whole amount is a line of the card", async () => {
  const { partnerId } = partner;
  await sql("UPDATE partners SET card_withdrawal_fee_micro_usd = 5000000 WHERE id = $1", [
    partnerId,
  ]);
  const card = await makeCard(partner, { amountUsd: 100 });
  const withdraw = (amount: number) =>
    client.withdraw({ serviceCardId: card, amount, reference: "back" });
  await withdraw(6);
  await withdraw(5);
  const ofWithdrawals = (await look()).filter(
    ({ category }: { category: string }) => category === "card_withdrawal",
  );
  expect(ofWithdrawals).toMatchObject([
    { kind: "card", amount: 5, person: "Amara Okafor" },
    { kind: "wallet", amount: 1 },
  ]);
});
