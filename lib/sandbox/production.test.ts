import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import { clientOf } from "@/test/client";
import { expectRefusal } from "@/test/expect-answer";
import { call, endTests, makeCard, makePartner } from "@/test/make";

// Settings are read at the first request, which comes after this.
process.env.SERVICE_ENVIRONMENT = "production";
process.env.BASE_URL = "https://cards.example.com";

afterAll(endTests);

const PRODUCTION_NETWORKS = [
  { chain: "base", chainId: 8453, tokens: ["usdc"] },
  { chain: "polygon", chainId: 137, tokens: ["usdc", "usdt", "usdc.e"] },
  { chain: "optimism", chainId: 10, tokens: ["usdc", "usdt"] },
];

test("in production the sandbox is not there, with or without a key", async () => {
  const partner = await makePartner();
  const cardId = await makeCard(partner);
  const unknown = { apiKey: `sk_live_${"a".repeat(43)}` };
  for (const client of [clientOf(partner), clientOf(unknown)]) {
    expectRefusal(await client.authorize(cardId, { amount: 1 }), 404, "NOT_FOUND");
    expectRefusal(await client.settle("txn_0000000000000000000000zzzz"), 404, "NOT_FOUND");
    expectRefusal(await client.reverse("txn_0000000000000000000000zzzz"), 404, "NOT_FOUND");
    expectRefusal(await client.refund("x", "not an amount"), 404, "NOT_FOUND");
  }
});

test("keys of production carry their own prefix", async () => {
  expect((await makePartner()).apiKey).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
});

test("supportedNetworks are those of production, wherever an address is shown", async () => {
  const partner = await makePartner();
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const card = (await clientOf(partner).getCard(cardId)).json.data;
  expect(card.supportedNetworks).toStrictEqual(PRODUCTION_NETWORKS);
  const { wallet } = (await call(getProfile, { apiKey: partner.apiKey })).json.data;
  expect(wallet.supportedNetworks).toStrictEqual(PRODUCTION_NETWORKS);
});
