import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/durations";
import { attachLithic, attachStripe } from "@/test/fixtures/attach-issuer";
import { bookFaults } from "@/test/fixtures/books";
import { eventsApplied, makeIssuedCard } from "@/test/fixtures/issuer-outside";
import { centsOf, issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { later } from "@/test/fixtures/later";
import { lithicTransaction, lithicTransactionEvent } from "@/test/fixtures/lithic-messages";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { stripeTransaction } from "@/test/fixtures/stripe-messages";
import type { HttpServer } from "@/test/http/http-server";
import type { LithicStandIn } from "@/test/providers/lithic";
import type { StripeStandIn } from "@/test/providers/stripe";
import { applyNetworkNotification } from "../../network/apply-notification";
import { nextAttemptAt } from "../inbox/plan-attempt";
import { reconcilePostings } from "./reconcile-postings";

let server: HttpServer;
let stripe: StripeStandIn;
let lithic: LithicStandIn;
let partner: TestPartner;
let cardId: string;
let issuerCardId: string;

const urlOf = (issuer: string) => (route: string) =>
  `http://127.0.0.1:${server.port}/api/issuers/${issuer}/${route}`;

beforeAll(async () => {
  server = await serveIssuerRoutes();
  stripe = await attachStripe(urlOf("stripe"));
  lithic = await attachLithic(urlOf("lithic"));
  partner = await makePartner();
});
afterAll(async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await server.stop();
  await stripe.stop();
  await lithic.stop();
  await endTests();
});

async function newCard(issuer: "stripe" | "lithic"): Promise<void> {
  setEnv({ CARD_ISSUER: issuer });
  cardId = await makeIssuedCard(partner);
  issuerCardId = await issuerIdOf(cardId);
}

const differences = async () => {
  const { differences: count } = await reconcilePostings();
  const alerts = await sql(
    "SELECT text FROM alerts WHERE kind = 'issuer_difference' AND closed_at IS NULL",
  );
  return { count, texts: alerts.map(({ text }) => text) };
};
const messagesOf = async (id: string) => {
  const rows = await sql(
    "SELECT count(*)::int FROM network_messages WHERE network_transaction_id = $1",
    [id],
  );
  return rows[0].count;
};
const eventsAbout = (needle: string) =>
  sql(
    "SELECT outcome, failure, due_at IS NULL AS is_over FROM issuer_events WHERE content::text LIKE $1",
    [`%${needle}%`],
  );
const failedAlerts = () => sql("SELECT text FROM alerts WHERE kind = 'issuer_event_failed'");

describe("Stripe", () => {
  beforeEach(() => newCard("stripe"));

  test("postings of another programme in the account stop nothing; unreadable postings of our cards are a difference", async () => {
    const inEuros = (card: string) => ({ ...stripeTransaction(card, -700), currency: "eur" });
    const [foreign, own] = [inEuros("ic_other"), inEuros(issuerCardId)];
    stripe.events.holdEvents();
    const missing = await stripe.network.forceCapture(issuerCardId, 1_234);
    stripe.state.transactions.set(foreign.id, foreign);
    expect(await later(2 * HOUR_MS, differences)).toEqual({
      count: 1,
      texts: [`${missing.id}: capture of 12.34 USD is not posted here.`],
    });
    await stripe.events.releaseEvents();
    await eventsApplied();
    stripe.state.transactions.set(own.id, own);
    const found = await later(2 * HOUR_MS, differences);
    expect(found.count).toBe(1);
    const [{ result }] = await sql("SELECT result FROM checks WHERE kind = 'card_postings'");
    expect(result.examples).toEqual([
      { id: own.id, text: `${own.id}: cannot be compared: The card is charged in EUR, not USD` },
    ]);
    stripe.state.transactions.delete(own.id);
    expect(await later(2 * HOUR_MS, differences)).toEqual({ count: 0, texts: [] });
  });

  test("an unreadable event about an unknown card is no failure; one about a card of ours is", async () => {
    const foreign = { ...stripeTransaction("ic_programme2", -700), currency: "eur" };
    await stripe.events.emit("issuing_transaction.created", foreign);
    await eventsApplied();
    expect(await eventsAbout("ic_programme2")).toMatchObject([
      { outcome: "card_unknown", failure: "No card here has the id ic_programme2" },
    ]);
    expect(await failedAlerts()).toEqual([]);
    const own = { ...foreign, id: "ipi_own", card: issuerCardId };
    await stripe.events.emit("issuing_transaction.created", own);
    await eventsApplied();
    expect(await eventsAbout(issuerCardId)).toMatchObject([{ outcome: "failed" }]);
    expect(await failedAlerts()).toMatchObject([{ text: expect.stringContaining("EUR") }]);
    await sql("DELETE FROM alerts WHERE kind = 'issuer_event_failed'");
  });

  test("a hold whose end was lost is released; one that is still open stays as it is", async () => {
    const [lost, open] = [
      await stripe.network.authorize(issuerCardId, { amount: 3_000 }),
      await stripe.network.authorize(issuerCardId, { amount: 2_000 }),
    ];
    await eventsApplied();
    stripe.events.holdEvents();
    await stripe.network.reverse(lost.authorization.id);
    const openMessages = await messagesOf(`stripe:${open.authorization.id}`);
    expect((await later(2 * DAY_MS, differences)).count).toBe(0);
    expect(await centsOf(cardId)).toEqual({ available: 5_000, held: 5_000 });
    expect((await later(4 * DAY_MS, differences)).count).toBe(0);
    expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 2_000 });
    expect(await messagesOf(`stripe:${open.authorization.id}`)).toBe(openMessages);
    // The lost event, much later, and the next run change nothing.
    await stripe.events.releaseEvents();
    await eventsApplied();
    expect((await later(5 * DAY_MS, differences)).count).toBe(0);
    expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 2_000 });
    stripe.state.authorizations.delete(open.authorization.id);
    expect(await later(5 * DAY_MS, differences)).toEqual({
      count: 1,
      texts: [`${open.authorization.id}: hold of 20.00 USD is not at the issuer.`],
    });
    expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 2_000 });
    stripe.state.authorizations.set(open.authorization.id, open.authorization);
  });

  test("a hold that Stripe refuses to show ends nothing: it is a difference beside the others", async () => {
    const holds = [3_000, 2_000].map((amount) =>
      stripe.network.authorize(issuerCardId, { amount }),
    );
    const [first, second] = await Promise.all(holds);
    await eventsApplied();
    stripe.events.holdEvents();
    const missing = await stripe.network.forceCapture(issuerCardId, 1_234);
    for (const made of [first, second]) await stripe.network.reverse(made?.authorization.id ?? "");
    stripe.failNext(
      { kind: "refuse", status: 400 },
      { operation: "GET /v1/issuing/authorizations/{authorization}" },
    );
    const { count, texts } = await later(4 * DAY_MS, differences);
    expect(count).toBe(2);
    expect(texts[0]).toContain(`${missing.id}: capture of 12.34 USD is not posted here`);
    expect(texts[0]).toMatch(/iauth_\w+: cannot be compared: stripe-issuing refused readAuth/);
    // The other hold was released.
    expect((await centsOf(cardId)).held).toBeLessThan(5_000);
    await stripe.events.releaseEvents();
    await eventsApplied();
    expect((await later(4 * DAY_MS, differences)).count).toBe(0);
  });

  test("a hold that changed twice without events follows both times, and a later event counts more", async () => {
    const { authorization } = await stripe.network.authorize(issuerCardId, { amount: 3_000 });
    await eventsApplied();
    stripe.events.holdEvents();
    await stripe.network.reverse(authorization.id, 1_000);
    await later(4 * DAY_MS, differences);
    expect((await centsOf(cardId)).held).toBe(2_000);
    await stripe.network.reverse(authorization.id, 500);
    await later(5 * DAY_MS, differences);
    expect((await centsOf(cardId)).held).toBe(1_500);
    await stripe.network.capture(authorization.id, { amount: 1_500 });
    await stripe.events.releaseEvents((held) => held.slice(-2));
    await eventsApplied();
    expect(await centsOf(cardId)).toEqual({ available: 8_500, held: 0 });
  });
});

describe("Lithic", () => {
  beforeEach(() => newCard("lithic"));

  const inEuros = (card: string) => {
    const euros = { amount: 700, conversion_rate: "1.000000", currency: "EUR" };
    const amounts = { cardholder: euros, merchant: euros, settlement: null };
    const event = lithicTransactionEvent("CLEARING", 700);
    const events = [{ ...event, amounts: { ...event.amounts, ...amounts } }] as (typeof event)[];
    return lithicTransaction(card, 0, events, { status: "SETTLED" });
  };

  test("postings of another programme in the account stop nothing, and its events are about an unknown card", async () => {
    const otherCard = randomUUID();
    const foreign = inEuros(otherCard);
    lithic.state.transactions.set(foreign.token, foreign);
    await lithic.events.emit("card_transaction.updated", foreign);
    await eventsApplied();
    expect(await eventsAbout(otherCard)).toMatchObject([{ outcome: "card_unknown" }]);
    expect(await failedAlerts()).toEqual([]);
    expect((await later(2 * HOUR_MS, differences)).count).toBe(0);
    const own = inEuros(issuerCardId);
    lithic.state.transactions.set(own.token, own);
    const { count, texts } = await later(2 * HOUR_MS, differences);
    expect([count, texts[0]]).toEqual([1, expect.stringContaining(`${own.token}: cannot be`)]);
    lithic.state.transactions.delete(own.token);
  });

  test("a hold whose end was lost is released, and what was collected of it is posted", async () => {
    const { transaction } = await lithic.network.authorize(issuerCardId, { amount: 3_000 });
    await eventsApplied();
    lithic.events.holdEvents();
    await lithic.network.clear(transaction.token, { amount: 1_000, isFinal: false });
    await lithic.network.expire(transaction.token);
    await later(4 * DAY_MS, differences);
    expect(await centsOf(cardId)).toEqual({ available: 9_000, held: 0 });
    await lithic.events.releaseEvents((held) => held.toReversed());
    await eventsApplied();
    expect(await centsOf(cardId)).toEqual({ available: 9_000, held: 0 });
    expect((await later(4 * DAY_MS, differences)).count).toBe(0);
  });

  test("what an earlier version held for a credit that was only announced is released", async () => {
    const events = [
      lithicTransactionEvent("CREDIT_AUTHORIZATION", 1_000),
      lithicTransactionEvent("AUTHORIZATION_REVERSAL", 400),
    ];
    const credit = lithicTransaction(issuerCardId, 600, events, { status: "PENDING" });
    lithic.state.transactions.set(credit.token, credit);
    await applyNetworkNotification({
      issuer: "lithic",
      issuerTransactionId: credit.token,
      issuerCardId,
      details: {
        ...{ type: "purchase", description: "COFFEE SHOP", merchantName: "COFFEE SHOP" },
        ...{ merchantCountry: "US", merchantCurrency: "USD" },
      },
      messages: [
        {
          kind: "authorized_total",
          id: `${credit.token}:revision:10`,
          at: new Date(),
          amountMicroUsd: 6_000_000n,
          isOpen: true,
          revision: 10n,
          covers: [],
        },
      ],
    });
    expect(await centsOf(cardId)).toEqual({ available: 9_400, held: 600 });
    expect((await later(4 * DAY_MS, differences)).count).toBe(0);
    expect(await centsOf(cardId)).toEqual({ available: 10_000, held: 0 });
  });

  test("a transaction that Lithic refuses to show is a difference", async () => {
    const { transaction } = await lithic.network.authorize(issuerCardId, { amount: 3_000 });
    const created = new Date(Date.now() - 40 * DAY_MS).toISOString();
    lithic.state.transactions.set(transaction.token, { ...transaction, created });
    const cleared = await lithic.network.clear(transaction.token, { amount: 3_000 });
    await eventsApplied();
    lithic.state.transactions.delete(transaction.token);
    const operation = "GET /v1/transactions/{transaction_token}";
    lithic.failNext({ kind: "refuse", status: 400 }, { operation });
    const { count, texts } = await later(2 * HOUR_MS, differences);
    const token = cleared.events?.at(-1)?.token;
    const text = expect.stringContaining(`${token}: cannot be compared: lithic refused`);
    expect([count, texts]).toEqual([1, [text]]);
    lithic.state.transactions.set(transaction.token, cleared);
  });

  test("a clearing of a transaction that is older than the list is found at the issuer", async () => {
    const { transaction } = await lithic.network.authorize(issuerCardId, { amount: 3_000 });
    const created = new Date(Date.now() - 40 * DAY_MS).toISOString();
    lithic.state.transactions.set(transaction.token, { ...transaction, created });
    const cleared = await lithic.network.clear(transaction.token, { amount: 3_000 });
    await eventsApplied();
    expect(await later(2 * HOUR_MS, differences)).toEqual({ count: 0, texts: [] });
    lithic.state.transactions.delete(transaction.token);
    const { count, texts } = await later(2 * HOUR_MS, differences);
    const token = cleared.events?.at(-1)?.token;
    expect([count, texts]).toEqual([1, [`${token}: capture of 30.00 USD is not at the issuer.`]]);
    lithic.state.transactions.set(transaction.token, cleared);
  });
});

test("retries of an event end: after 8 attempts for an unknown card, after 30 days for a failure", () => {
  const at = new Date();
  const ends = (outcome: "failed" | "card_unknown", attempts: number) =>
    nextAttemptAt(outcome, attempts, at) === null;
  expect([ends("card_unknown", 7), ends("card_unknown", 8)]).toEqual([false, true]);
  expect([ends("failed", 719), ends("failed", 720)]).toEqual([false, true]);
});
