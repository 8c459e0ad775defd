import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { attachLithic, attachStripe } from "@/test/fixtures/attach-issuer";
import { walletOf } from "@/test/fixtures/books";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { setEnv } from "@/test/fixtures/issuer-routes";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import { deliverUpdates } from "./deliver-updates";
import { reconcileCards } from "./reconcile/reconcile-cards";
import { beginCardholder } from "./sql-store";

/** The stand-ins send nothing. */
const nowhere = () => "http://127.0.0.1:9/";

const ISSUERS = {
  Stripe: async () => {
    const stripe = await attachStripe(nowhere);
    return {
      ...stripe,
      creates: "POST /v1/issuing/cardholders",
      cardholders: () => stripe.state.cardholders.size,
      active: () =>
        [...stripe.state.cardholders.values()].filter(({ status }) => status === "active").length,
    };
  },
  Lithic: async () => {
    const lithic = await attachLithic(nowhere);
    return {
      ...lithic,
      creates: "POST /v1/account_holders",
      cardholders: () => lithic.state.holders.size,
      active: () =>
        [...lithic.state.accounts.values()].filter((state) => state === "ACTIVE").length,
    };
  },
};

let partner: TestPartner;
let serviceId: string;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
});
beforeEach(async () => {
  serviceId = await makeApprovedUser(partner, {
    country_code: "US",
    region: "NY",
    city: "New York",
    postal_code: "10001",
    phone_number: "+12125550123",
  });
});
afterAll(endTests);

const createCard = () => clientOf(partner).createCard({ serviceId, amount: 10 });
const attempts = () =>
  sql("SELECT issuer FROM cardholder_attempts WHERE user_id = $1", [serviceId]);
async function deleteUser(): Promise<void> {
  expect((await userClientOf(partner).remove(serviceId)).status).toBe(200);
}
async function settle(): Promise<void> {
  // Attempts of this very millisecond are left to the next comparison.
  shiftClock(1_000);
  await reconcileCards();
  await deliverUpdates();
}

test("no cardholder is created for a deleted user", async () => {
  await deleteUser();
  expect(await beginCardholder("stripe", serviceId, new Date())).toBe(false);
  expect(await attempts()).toEqual([]);
});

describe.each(Object.entries(ISSUERS))(
  "a cardholder at %s whose creation had no response",
  (_, attach) => {
    let issuer: Awaited<ReturnType<(typeof ISSUERS)["Stripe" | "Lithic"]>>;
    beforeAll(async () => {
      issuer = await attach();
    });
    beforeEach(() => {
      issuer.state.cards.clear();
      issuer.stopFailing();
    });
    afterAll(async () => {
      await issuer.stop();
      setEnv({ STRIPE_SECRET_KEY: undefined, LITHIC_API_KEY: undefined });
    });

    async function loseResponse(): Promise<void> {
      const before = [issuer.cardholders(), await walletOf(partner.partnerId)];
      issuer.failNext({ kind: "cut", effect: "done" }, { operation: issuer.creates, times: 3 });
      expect((await createCard()).status).toBe(503);
      issuer.stopFailing();
      expect([issuer.cardholders() - 1, await walletOf(partner.partnerId)]).toEqual(before);
      expect(await attempts()).toHaveLength(1);
    }

    test("is deactivated after the deletion of its user", async () => {
      const before = issuer.active();
      await loseResponse();
      await deleteUser();
      await settle();
      expect(issuer.active()).toBe(before);
      expect(await attempts()).toEqual([]);
    });

    test("stays while its user does, for the next card", async () => {
      await loseResponse();
      const before = issuer.cardholders();
      await settle();
      expect((await createCard()).status).toBe(201);
      expect(issuer.cardholders()).toBe(before);
      expect(await attempts()).toEqual([]);
    });

    test.each([
      ["as that of the database", 0],
      ["two days behind", -2 * DAY_MS],
      ["two days ahead", 2 * DAY_MS],
    ])("is forgotten after a day if the issuer has none: clock %s", async (_, byMs) => {
      issuer.failNext({ kind: "refuse", status: 503 }, { operation: issuer.creates, times: 3 });
      expect((await withClockAhead(byMs, createCard)).status).toBe(503);
      issuer.stopFailing();
      await deleteUser();
      await settle();
      expect(await attempts()).toHaveLength(1);
      shiftClock(DAY_MS);
      await settle();
      expect(await attempts()).toEqual([]);
    });
  },
);
