import "@/test/database";
import { afterAll, expect, test, vi } from "vitest";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import { POST as simulateDeposit } from "@/app/api/v1/sandbox/deposits/route";
import { sandboxIssuer } from "@/lib/issuer/sandbox";
import { walletOf } from "@/test/books";
import { clientOf } from "@/test/client";
import { expectRefusal } from "@/test/expect-answer";
import { call, endTests, makeApprovedUser, makeCard, makePartner } from "@/test/make";

// Settings are read at the first request, which comes after this.
process.env.SERVICE_ENVIRONMENT = "production";
process.env.BASE_URL = "https://cards.example.com";

/** An issuer of the world outside, which production has and this repository not yet. */
const outside = vi.hoisted(() => ({ isThere: false }));
vi.mock("@/lib/issuer/issuer", async (original) => {
  const actual = await original<typeof import("@/lib/issuer/issuer")>();
  const standIn = sandboxIssuer(Buffer.alloc(32, 1));
  return { cardIssuer: () => (outside.isThere ? standIn : actual.cardIssuer()) };
});

afterAll(endTests);

const PRODUCTION_NETWORKS = [
  { chain: "base", chainId: 8453, tokens: ["usdc"] },
  { chain: "polygon", chainId: 137, tokens: ["usdc", "usdt", "usdc.e"] },
  { chain: "optimism", chainId: 10, tokens: ["usdc", "usdt"] },
];

test("in production the sandbox is not there, with or without a key", async () => {
  const partner = await makePartner();
  const unknown = { apiKey: `sk_live_${"a".repeat(43)}` };
  for (const client of [clientOf(partner), clientOf(unknown)]) {
    const authorized = await client.authorize("card_0000000000000000000000zzzz", { amount: 1 });
    expectRefusal(authorized, 404, "NOT_FOUND");
    expectRefusal(await client.settle("txn_0000000000000000000000zzzz"), 404, "NOT_FOUND");
    expectRefusal(await client.reverse("txn_0000000000000000000000zzzz"), 404, "NOT_FOUND");
    expectRefusal(await client.refund("x", "not an amount"), 404, "NOT_FOUND");
    const deposit = await call(simulateDeposit, { method: "POST", apiKey: partner.apiKey });
    expectRefusal(deposit, 404, "NOT_FOUND");
  }
});

test("keys of production carry their own prefix", async () => {
  expect((await makePartner()).apiKey).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
});

test("the sandbox's cards are not sold in production: 503, and nothing is charged", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  const serviceId = await makeApprovedUser(partner);
  const answer = await clientOf(partner).createCard({ serviceId, amount: 10 });
  expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
  expect(await walletOf(partner.partnerId)).toBe(100);
  expect((await clientOf(partner).listCards()).json.data.cards).toEqual([]);
});

test("supportedNetworks are those of production, wherever an address is shown", async () => {
  const partner = await makePartner();
  const { wallet } = (await call(getProfile, { apiKey: partner.apiKey })).json.data;
  expect(wallet.supportedNetworks).toStrictEqual(PRODUCTION_NETWORKS);
  outside.isThere = true;
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const card = (await clientOf(partner).getCard(cardId)).json.data;
  expect(card.supportedNetworks).toStrictEqual(PRODUCTION_NETWORKS);
});
