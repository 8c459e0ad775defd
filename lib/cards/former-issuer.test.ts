import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { eventually } from "@/test/eventually";
import { bookFaults } from "@/test/fixtures/books";
import { openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { centsOf, issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { later } from "@/test/fixtures/later";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { call } from "@/test/http/call";
import type { HttpServer } from "@/test/http/http-server";
import { type LithicStandIn, startLithic } from "@/test/providers/lithic";
import { type StripeStandIn, startStripe } from "@/test/providers/stripe";
import { advanceDisputes } from "./disputes/advance-disputes";
import { catchUpEvents } from "./inbound/catch-up";
import { reconcilePostings } from "./inbound/reconcile/reconcile-postings";
import { deliverUpdates } from "./issuer-state/deliver-updates";
import { reconcileCards } from "./issuer-state/reconcile/reconcile-cards";

/** An operator changes from the sandbox to Stripe and from Stripe to Lithic, and leaves Stripe's settings in place. */
let stripe: StripeStandIn;
let lithic: LithicStandIn;
let server: HttpServer;
let partner: TestPartner;
/** Issued by the sandbox and by Stripe. */
let sandboxCard: string;
let stripeCard: string;
let issuerCardId: string;

beforeAll(async () => {
  [stripe, lithic, server] = await Promise.all([startStripe(), startLithic(), serveIssuerRoutes()]);
  const routes = `http://127.0.0.1:${server.port}/api/issuers/stripe`;
  stripe.endpoints.authorizations.url = `${routes}/authorizations`;
  stripe.endpoints.events.url = `${routes}/events`;
  partner = await makePartner();
  sandboxCard = await makeCard(partner, { amountUsd: 100 });
  setEnv({
    CARD_ISSUER: "stripe",
    CARD_DECISION_TIMEOUT_MS: "20000",
    CARD_COUNTRIES: "US,NG",
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_API_BASE: stripe.url,
    STRIPE_AUTHORIZATION_WEBHOOK_SECRET: stripe.endpoints.authorizations.secret,
    STRIPE_EVENTS_WEBHOOK_SECRET: stripe.endpoints.events.secret,
  });
  stripeCard = await makeCard(partner, { amountUsd: 100 });
  issuerCardId = await issuerIdOf(stripeCard);
  setEnv({
    CARD_ISSUER: "lithic",
    LITHIC_API_KEY: lithic.apiKey,
    LITHIC_API_BASE: lithic.url,
    LITHIC_AUTHORIZATION_WEBHOOK_SECRET: lithic.endpoints.authorizations.secret,
    LITHIC_EVENTS_WEBHOOK_SECRET: lithic.endpoints.events.secret,
  });
});
afterAll(async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await Promise.all([server.stop(), stripe.stop(), lithic.stop()]);
  await endTests();
});

const card = (id: string) => ({ apiKey: partner.apiKey, params: { serviceCardId: id } });
async function reveal(id: string) {
  const { GET } = await import("@/app/api/v1/partner/card/[serviceCardId]/route");
  return call(GET, card(id));
}
async function switchCard(id: string, status: "freeze" | "unfreeze") {
  const { PATCH } = await import("@/app/api/v1/partner/card/route");
  const body = { serviceCardId: id, status };
  return call(PATCH, { method: "PATCH", apiKey: partner.apiKey, body });
}

test("cards of former issuers are revealed, frozen and unfrozen", async () => {
  expect((await reveal(sandboxCard)).json.data.cardNumber).toMatch(/^400000/);
  const shown = await reveal(stripeCard);
  expect(shown.status).toBe(200);
  expect(shown.json.data.cardNumber).toMatch(/^4\d{15}$/);
  for (const id of [sandboxCard, stripeCard])
    expect((await switchCard(id, "freeze")).json.data.status).toBe("frozen");
  expect(await deliverUpdates()).toEqual({ delivered: 1, failed: 0 });
  for (const id of [sandboxCard, stripeCard]) await switchCard(id, "unfreeze");
  expect(await deliverUpdates()).toEqual({ delivered: 1, failed: 0 });
});

test("a purchase with a card of the former issuer is decided, captured, caught up and compared", async () => {
  const { authorization, decision } = await stripe.network.authorize(issuerCardId, {
    amount: 3_000,
  });
  expect(decision).toMatchObject({ approved: true, reason: "webhook_approved" });
  stripe.events.holdEvents();
  await stripe.network.capture(authorization.id, { amount: 3_000 });
  expect(await centsOf(stripeCard)).toEqual({ available: 7_000, held: 3_000 });
  expect((await catchUpEvents()).missed).toBeGreaterThan(0);
  await eventually(async () =>
    expect(await centsOf(stripeCard)).toEqual({ available: 7_000, held: 0 }),
  );
  expect(await reconcilePostings()).toMatchObject({ differences: 0 });
  expect(await reconcileCards()).toMatchObject({ differences: 0 });
  const alerts = await sql("SELECT kind, text FROM alerts WHERE closed_at IS NULL");
  expect(alerts).toEqual([]);
});

/** A dispute of a new purchase with the card of the former issuer. Its webhooks are lost. */
async function disputeOfFormer(cents: number) {
  stripe.events.holdEvents();
  await stripe.network.forceCapture(issuerCardId, cents);
  await catchUpEvents();
  const purchase = await eventually(async () => {
    const [row] = await sql(
      "SELECT id FROM card_transactions WHERE card_id = $1 AND amount_micro_usd = $2",
      [stripeCard, cents * 10_000],
    );
    return row.id as string;
  });
  const id = await openedDispute(partner, purchase);
  return {
    id,
    read: async () =>
      (await sql("SELECT status, issuer_dispute_id FROM card_disputes WHERE id = $1", [id]))[0],
  };
}

test("a dispute of the former issuer's card is submitted to it, and its outcome is followed", async () => {
  const dispute = await disputeOfFormer(2_000);
  expect(await advanceDisputes()).toMatchObject({ failed: 0 });
  const { status, issuer_dispute_id: issuerDisputeId } = await dispute.read();
  expect(status).toBe("submitted");
  expect(stripe.state.disputes.get(issuerDisputeId)?.status).toBe("submitted");
  expect(lithic.requestsOf("POST /v1/disputes")).toEqual([]);
  await stripe.network.decideDispute(issuerDisputeId, "lost");
  await sql("UPDATE card_disputes SET due_at = now() - interval '1 second' WHERE id = $1", [
    dispute.id,
  ]);
  expect(await advanceDisputes()).toMatchObject({ failed: 0 });
  expect((await dispute.read()).status).toBe("lost");
});

test("the former issuer is compared while the one of new cards is out", async () => {
  stripe.events.holdEvents();
  const { authorization } = await stripe.network.authorize(issuerCardId, { amount: 500 });
  await stripe.network.expire(authorization.id);
  await stripe.network.changeCard(issuerCardId, "inactive");
  expect((await centsOf(stripeCard)).held).toBe(500);
  lithic.failNext({ kind: "refuse", status: 503 }, { times: 100 });
  const isOut = { name: "ProviderUnavailable" };
  await expect(later(4 * DAY_MS, reconcilePostings)).rejects.toMatchObject(isOut);
  await expect(reconcileCards()).rejects.toMatchObject(isOut);
  lithic.stopFailing();
  // An expiry that no event reported, and a card that is frozen only there.
  expect((await centsOf(stripeCard)).held).toBe(0);
  const alerts = () =>
    sql("SELECT subject FROM alerts WHERE kind = 'issuer_cards_differ' AND closed_at IS NULL");
  expect(await alerts()).toEqual([{ subject: "stripe" }]);
  await stripe.network.changeCard(issuerCardId, "active");
  await reconcileCards();
  expect(await alerts()).toEqual([]);
});

test("without the former issuer's settings an alert names its open disputes, until they are followed again", async () => {
  const openAlerts = () =>
    sql("SELECT subject, text FROM alerts WHERE kind LIKE 'disputes_%' AND closed_at IS NULL");
  const secret = process.env.STRIPE_EVENTS_WEBHOOK_SECRET;
  const dispute = await disputeOfFormer(1_500);
  setEnv({ STRIPE_EVENTS_WEBHOOK_SECRET: undefined });
  await later(DAY_MS, advanceDisputes);
  expect((await dispute.read()).status).toBe("pending");
  expect(await openAlerts()).toEqual([
    {
      subject: "stripe",
      text: "1 open disputes are at stripe, which is no longer attached: they are neither submitted nor followed.",
    },
  ]);
  setEnv({ STRIPE_EVENTS_WEBHOOK_SECRET: secret });
  await advanceDisputes();
  expect((await dispute.read()).status).toBe("submitted");
  expect(await openAlerts()).toEqual([]);
});

test("without the former issuer's settings an alert names the states that wait for it, until they are delivered", async () => {
  const openAlerts = () =>
    sql(
      "SELECT subject, text FROM alerts WHERE kind LIKE 'issuer_updates_%' AND closed_at IS NULL",
    );
  const secret = process.env.STRIPE_EVENTS_WEBHOOK_SECRET;
  await switchCard(stripeCard, "freeze");
  setEnv({ STRIPE_EVENTS_WEBHOOK_SECRET: undefined });
  expect(await deliverUpdates()).toEqual({ delivered: 0, failed: 0 });
  expect(await openAlerts()).toEqual([
    {
      subject: "stripe",
      text: "1 states of cards and cardholders wait for stripe, which is no longer attached: they are not delivered.",
    },
  ]);
  setEnv({ STRIPE_EVENTS_WEBHOOK_SECRET: secret });
  expect(await deliverUpdates()).toEqual({ delivered: 1, failed: 0 });
  expect(await openAlerts()).toEqual([]);
  await switchCard(stripeCard, "unfreeze");
  await deliverUpdates();
});

test("a dispute of the sandbox's card is followed after the change to a real issuer", async () => {
  const purchase = await settledPurchase(partner, sandboxCard, 25);
  const id = await openedDispute(partner, purchase);
  expect(await advanceDisputes()).toMatchObject({ failed: 0 });
  const [row] = await sql("SELECT issuer, status FROM card_disputes WHERE id = $1", [id]);
  expect(row).toEqual({ issuer: "sandbox", status: "submitted" });
});

test("without the former issuer's settings its cards say so", async () => {
  setEnv({ STRIPE_AUTHORIZATION_WEBHOOK_SECRET: undefined });
  const answer = await reveal(stripeCard);
  expect([answer.status, answer.json.data.error]).toEqual([
    503,
    expect.stringContaining("no longer attached"),
  ]);
});
