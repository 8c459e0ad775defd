import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import { anId, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: Client;

beforeAll(async () => {
  partner = await makePartner();
  client = clientOf(partner);
});
afterAll(endTests);

test("is empty for a partner without cards", async () => {
  const nobody = clientOf(await makePartner({ balanceUsd: 0 }));
  expectSuccess(await nobody.listCards(), {
    cards: [],
    pagination: { skip: 0, limit: 50, total: 0 },
  });
});

test("shows summaries, newest first, without number, CVV, expiry, address or deposit address", async () => {
  const userId = await makeApprovedUser(partner, { program: "non_custodial" });
  const float = await makeCard(partner, { amountUsd: 12.34, userId });
  const crypto = await makeCard(partner, { fundingType: "crypto" });
  await client.authorize(float, { amount: 2.04 });
  const summary = {
    serviceId: anId("usr"),
    cardName: "Amara Okafor",
    last4: expect.stringMatching(/^\d{4}$/),
    status: "active",
    availableBalance: 0,
    ledgerBalance: 0,
    cardProgram: "custodial",
    createdAt: TIMESTAMP,
  };
  expectSuccess(await client.listCards(), {
    cards: [
      { ...summary, serviceCardId: crypto, fundingType: "crypto" },
      {
        ...summary,
        serviceCardId: float,
        serviceId: userId,
        fundingType: "float",
        availableBalance: 10.3,
        ledgerBalance: 12.34,
        cardProgram: "non_custodial",
      },
    ],
    pagination: { skip: 0, limit: 50, total: 2 },
  });
});

test("shows frozen and terminated cards as such", async () => {
  const [frozen, terminated] = [await makeCard(partner), await makeCard(partner)];
  await client.switchCard(frozen, "freeze");
  await client.terminate(terminated);
  const { cards } = (await client.listCards({ limit: 2 })).json.data;
  expect(cards.map((card: { status: string }) => card.status)).toEqual(["terminated", "frozen"]);
  const both = (
    await client.listCards({ status: "frozen,terminated", fundingType: "float,crypto" })
  ).json.data;
  expect(both.cards).toEqual(cards);
  expect(both.pagination.total).toBe(2);
});
