import "@/test/database";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getReview } from "@/app/api/admin/withdrawals/[id]/review/route";
import { GET as getOne } from "@/app/api/admin/withdrawals/[id]/route";
import { newId } from "@/lib/kernel/ids";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeOperator,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { postAs, postingsIn, type TestPostings } from "@/test/fixtures/postings";
import { ADDRESS, decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

/** The same first and last four digits as ADDRESS. */
const LOOK_ALIKE = `${ADDRESS.slice(0, 6)}${"1".repeat(32)}${ADDRESS.slice(-4)}`;
/** Of a test alone: partners of others count too. */
const freshAddress = () => `0x${randomBytes(20).toString("hex")}`;

let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  wallet = withdrawalsOf(partner);
});
afterAll(endTests);

const look = (handler: typeof getReview, id: string) => browser.call(handler, { params: { id } });
const review = async (id: string) => (await look(getReview, id)).json.data;
const one = async (id: string) => (await look(getOne, id)).json.data;
const ask = async (toAddress: string, amount = 50): Promise<string> =>
  (await wallet.create({ amount, toAddress })).json.data.id;
describe("the wallet", () => {
  test("is shown before and after the request, and now", async () => {
    const id = await wallet.make(200);
    await wallet.make(100);
    expect((await review(id)).wallet).toEqual({ before: 1_000, after: 800, now: 700 });
  });
});

describe("the address", () => {
  test("an address of a first use has no history", async () => {
    const id = await ask(freshAddress());
    expect((await review(id)).address).toEqual({
      requestedBefore: 0,
      isPartial: false,
      paidBefore: { count: 0, netAmount: 0 },
      otherPartners: 0,
      lookAlikes: [],
    });
    expect(await one(id)).toMatchObject({ timesPaid: 0, hasLookAlike: false });
  });

  test("has the earlier withdrawals in any letter case, and no later ones", async () => {
    const first = await ask(ADDRESS);
    const second = await ask(ADDRESS.toLowerCase());
    const { address } = await review(second);
    expect(address).toMatchObject({
      requestedBefore: 1,
      firstRequestedAt: (await one(first)).createdAt,
      lookAlikes: [],
    });
    expect((await review(first)).address.requestedBefore).toBe(0);
  });

  test("an address that is similar to another one of the partner is marked, on both", async () => {
    const [known, strange] = [await ask(ADDRESS), await ask(LOOK_ALIKE)];
    expect((await review(strange)).address.lookAlikes).toEqual([
      { address: ADDRESS, lastRequestedAt: (await one(known)).createdAt, paidCount: 0 },
    ]);
    expect(await one(strange)).toMatchObject({ hasLookAlike: true });
    expect(await one(known)).toMatchObject({ hasLookAlike: true });
    expect(await one(await ask(freshAddress()))).toMatchObject({ hasLookAlike: false });
  });

  test("an address that other partners used counts those, and ignores their similar addresses", async () => {
    const others = [await makePartner({ balanceUsd: 100 }), await makePartner({ balanceUsd: 100 })];
    const shared = freshAddress();
    for (const each of others) {
      await withdrawalsOf(each).create({ amount: 5, toAddress: shared });
      await withdrawalsOf(each).create({ amount: 5, toAddress: LOOK_ALIKE });
    }
    const { address } = await review(await ask(shared));
    expect(address).toMatchObject({ otherPartners: 2, requestedBefore: 0 });
    expect((await review(await ask(ADDRESS))).address.lookAlikes).toEqual([]);
  });
});

describe("where the money came from", () => {
  test("is listed by kind, up to the request", async () => {
    const cardId = await makeCard(partner, { amountUsd: 100 });
    const client = clientOf(partner);
    await client.withdraw({ serviceCardId: cardId, amount: 20, reference: "r" });
    await wallet.cancel(await wallet.make(30));
    const id = await wallet.make(10);
    await client.terminate(cardId);
    const { funding } = await review(id);
    expect(funding).toMatchObject({ cardWithdrawals: 19, liquidations: 0, refunds: 30 });
    expect(Date.parse((await one(id)).createdAt) - Date.parse(funding.since)).toBe(30 * 86_400_000);
  });

  test("includes what the operator corrected", async () => {
    const corrected = await makePartner({ balanceUsd: 0 });
    const [requester, confirmer] = [await makeOperator(), await makeOperator()].map(postingsIn);
    const correction = { kind: "correction", direction: "credit", against: "adjustments" };
    const body = { ...correction, partnerId: corrected.partnerId, amount: 40 };
    await postAs(requester as TestPostings, confirmer as TestPostings, body);
    const { funding } = await review(await withdrawalsOf(corrected).make(10));
    expect(funding).toMatchObject({ deposits: 0, corrections: 40 });
  });
});

describe("earlier payouts", () => {
  test("counts requested amounts without refunded ones", async () => {
    const ids = [await wallet.make(100), await wallet.make(50), await wallet.make(25)] as const;
    await wallet.cancel(ids[1]);
    expect((await review(ids[0])).paidOut).toEqual({
      today: { count: 2, amount: 125 },
      thisMonth: { count: 2, amount: 125 },
    });
  });
});

test("its journals, its decisions and its events are included", async () => {
  const id = await wallet.make(40);
  const { reject } = decisionsIn(browser);
  await reject(id, { reason: "not you", totp: codeOf(admin) });
  const { journals, activity, events, network, explorerUrl } = await review(id);
  const account = `wallet:${partner.partnerId}`;
  expect(journals.map(({ type, legs }: { type: string; legs: object[] }) => [type, legs])).toEqual([
    [
      "withdrawal",
      [
        { account, amount: -40 },
        { account: "payout", amount: 40 },
      ],
    ],
    [
      "withdrawal_refund",
      [
        { account: "payout", amount: -40 },
        { account, amount: 40 },
      ],
    ],
  ]);
  expect(activity).toMatchObject([
    { action: "withdrawal.reject", personName: "Test", role: "admin", ipAddress: browser.address },
  ]);
  expect(events).toMatchObject([{ event: "wallet.withdrawal.crypto", status: "not_sent" }]);
  expect(network).toBe("base-sepolia");
  expect(explorerUrl).toBeUndefined();
});

test.each([newId("wd"), "wd_", "x"])("an unknown withdrawal: %s", async (id) => {
  expectRefusal(await look(getReview, id), 404, "WITHDRAWAL_NOT_FOUND");
});
