import "@/test/database";
import { afterAll, describe, expect, test, vi } from "vitest";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import * as authorizations from "@/app/api/v1/sandbox/cards/[serviceCardId]/authorizations/route";
import * as clock from "@/app/api/v1/sandbox/clock/route";
import * as deposits from "@/app/api/v1/sandbox/deposits/route";
import * as refund from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/refund/route";
import * as reverse from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/reverse/route";
import * as settle from "@/app/api/v1/sandbox/transactions/[serviceTransactionId]/settle/route";
import * as kyc from "@/app/api/v1/sandbox/users/[serviceId]/kyc/route";
import { sandboxIssuer } from "@/lib/cards/issuer/sandbox";
import { configureNetworks } from "@/test/chain/configure-networks";
import { walletOf } from "@/test/fixtures/books";
import {
  type Answer,
  call,
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
} from "@/test/fixtures/make";
import { userBody } from "@/test/fixtures/sample-user";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { userClientOf } from "@/test/http/user-client";

// The settings are read at the first request, after this assignment.
process.env.SERVICE_ENVIRONMENT = "production";
process.env.BASE_URL = "https://cards.example.com";
process.env.NEXTAUTH_URL = "https://cards.example.com";

/** A real card issuer, which production needs and this repository does not contain yet. */
const outside = vi.hoisted(() => ({ isThere: false }));
vi.mock("@/lib/cards/issuer/issuer", async (original) => {
  const actual = await original<typeof import("@/lib/cards/issuer/issuer")>();
  const standIn = sandboxIssuer(Buffer.alloc(32, 1));
  return { cardIssuer: () => (outside.isThere ? standIn : actual.cardIssuer()) };
});

afterAll(endTests);

const PRODUCTION_NETWORKS = [
  { chain: "base", chainId: 8453, tokens: ["usdc"] },
  { chain: "polygon", chainId: 137, tokens: ["usdc", "usdt", "usdc.e"] },
  { chain: "optimism", chainId: 10, tokens: ["usdc", "usdt"] },
];

describe("in production the sandbox does not exist", () => {
  const routes = { kyc, authorizations, settle, reverse, refund, deposits, clock };
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

  test.each(Object.entries(routes))(
    "%s responds 404 to every method, with and without a key",
    async (_, route) => {
      const { apiKey } = await makePartner();
      const params = { serviceId: "usr_1", serviceCardId: "card_1", serviceTransactionId: "txn_1" };
      for (const method of methods) {
        for (const key of [apiKey, `sk_live_${"a".repeat(43)}`, undefined]) {
          const answer = await call(async (...given) => route[method](...given), {
            method,
            params,
            apiKey: key,
          });
          expectRefusal(answer, 404, "NOT_FOUND");
          expect(answer.headers.get("allow")).toBeNull();
        }
      }
    },
  );
});

test("API keys of production have the prefix sk_live_", async () => {
  expect((await makePartner()).apiKey).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
});

/**
 * Expects a text for partners, without the operator's settings, and a long Retry-After: a quick retry cannot succeed.
 */
function expectForPartner({ headers, json }: Answer): void {
  expect(json.data.error).toMatch(/not available on this service yet/);
  expect(json.data.error).not.toMatch(/KYC_PROVIDER|CARD_ISSUER/);
  expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(600);
}

test("Create Card responds 503 without a card issuer of production, and charges nothing", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  const serviceId = await makeApprovedUser(partner);
  const answer = await clientOf(partner).createCard({ serviceId, amount: 10 });
  expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
  expectForPartner(answer);
  expect(await walletOf(partner.partnerId)).toBe(100);
  expect((await clientOf(partner).listCards()).json.data.cards).toEqual([]);
});

test.each(["create", "createV1"] as const)(
  "Create User responds 503 without an identity provider of production, and charges nothing: %s",
  async (create) => {
    const partner = await makePartner({ balanceUsd: 100 });
    const users = userClientOf(partner);
    const answer = await users[create](userBody(), "one-user");
    expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
    expectForPartner(answer);
    expect(await walletOf(partner.partnerId)).toBe(100);
    expect((await users.list()).json.data.users).toEqual([]);
    const tables = ["kyc_sessions", "users", "idempotency_keys"];
    for (const table of tables)
      expect(
        await sql(`SELECT * FROM ${table} WHERE partner_id = $1`, [partner.partnerId]),
      ).toEqual([]);
  },
);

test("supportedNetworks are the networks of production in every response with an address", async () => {
  configureNetworks("base", "polygon", "optimism");
  const partner = await makePartner();
  const { wallet } = (await call(getProfile, { apiKey: partner.apiKey })).json.data;
  expect(wallet.supportedNetworks).toStrictEqual(PRODUCTION_NETWORKS);
  outside.isThere = true;
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const card = (await clientOf(partner).getCard(cardId)).json.data;
  expect(card.supportedNetworks).toStrictEqual(PRODUCTION_NETWORKS);
});
