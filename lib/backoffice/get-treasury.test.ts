import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/api/admin/treasury/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { presentTreasury } from "@/lib/treasury/present";
import { reconcile } from "@/lib/treasury/reconcile/reconcile";
import { treasurySchema } from "@/lib/treasury/schema";
import { look } from "@/test/chain/deposits";
import { startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { call, endTests, makeCard, type TestPartner } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal } from "@/test/http/expect-answer";

let treasury: TestTreasury;
let partner: TestPartner;
beforeAll(async () => {
  treasury = await startTreasury();
  partner = await treasury.partnerWith(100.5);
  await treasury.sweep();
  await treasury.settle();
  await treasury.deposit(partner.walletAddress, 3);
  await treasury.approved(partner, 20);
  await withdrawalsOf(partner).make(10);
  await look(treasury.chain);
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const treasuryFor = async (role: "admin" | "approver" | "auditor") =>
  (await signedIn(await makePerson({ role }))).call(GET);

describe("the treasury", () => {
  test.each(["admin", "approver", "auditor"] as const)("is shown to an %s", async (role) => {
    const { status, json } = await treasuryFor(role);
    expect([status, json.data.isEqual]).toEqual([200, true]);
    expect(treasurySchema.safeParse(json.data).success).toBe(true);
  });

  test("is not shown to others", async () => {
    expectRefusal(await call(GET), 401, "SESSION_REQUIRED");
    const owner = await signedIn(await makePerson({ partnerId: partner.partnerId }));
    expectRefusal(await owner.call(GET), 403, "ROLE_NOT_ALLOWED");
  });

  test("has holdings, liabilities, pending transfers and remaining gas", async () => {
    const { data } = (await treasuryFor("auditor")).json;
    expect(data).toMatchObject({
      owed: { wallets: 73.5, cards: 0, holds: 0, total: 73.5 },
      books: { payout: 30, custody: 103.5, difference: 0 },
      withdrawals: {
        pending: { count: 1, netAmount: 9.5 },
        approved: { count: 1, netAmount: 19.5 },
        signed: { count: 0, netAmount: 0 },
      },
    });
    const [base, ...others] = data.chains;
    expect(base).toMatchObject({
      ...{ chain: "base-sepolia", chainId: 84532, state: "equal" },
      treasuryAddresses: [treasury.treasury],
      relayer: {
        address: treasury.relayer,
        balance: expect.stringMatching(/^99\.99/),
        coin: "ETH",
      },
    });
    expect(base.tokens).toEqual([
      expect.objectContaining({
        ...{ token: "usdc", canBeSwept: true, treasury: 100.5, depositAddresses: 3 },
        ...{ depositAddressCount: 1, custody: 103.5, expected: 103.5, difference: 0, causes: [] },
      }),
    ]);
    expect(others.map(({ state }: { state: string }) => state)).toEqual(["off", "off"]);
  });

  test("shows shortfalls of cards and provisional credits, and its lines sum to custody", async () => {
    const cardId = await makeCard(partner, { amountUsd: 20 });
    await openedDispute(partner, await settledPurchase(partner, cardId, 8), { amount: 3 });
    await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(25.5, true)));
    const { owed, books, isEqual } = presentTreasury(await reconcile());
    expect(isEqual).toBe(true);
    expect(books).toMatchObject({ shortfalls: -10.5, disputes: -3, network: 33.5, difference: 0 });
    const { custody, difference, ...accounts } = books;
    const lines = [owed.wallets, owed.cards, owed.holds, ...Object.values(accounts)];
    expect(lines.reduce((sum, each) => sum + Math.round(each * 1e6), 0) / 1e6).toBe(custody);
  });
});
