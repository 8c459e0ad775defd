import "@/test/database";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET, POST } from "@/app/api/issuers/[issuer]/authorizations/route";
import { applyDueEvents } from "@/lib/cards/inbound/apply-due-events";
import { catchUpEvents } from "@/lib/cards/inbound/catch-up";
import { purgeIssuerEvents } from "@/lib/cards/inbound/purge-events";
import { reconcilePostings } from "@/lib/cards/inbound/reconcile/reconcile-postings";
import { deliverUpdates } from "@/lib/cards/issuer-state/deliver-updates";
import { disconnect } from "@/lib/db";
import { now, shiftClock } from "@/lib/kernel/clock";
import { startDatabaseProxy } from "@/test/database/silent-database";
import { eventually } from "@/test/eventually";
import { attachStripe } from "@/test/fixtures/attach-issuer";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { centsOf, issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { networkFactsOf } from "@/test/fixtures/network-facts";
import {
  requestHistory,
  stripeAuthorization,
  stripeEvent,
  stripeRequest,
  stripeTransaction,
} from "@/test/fixtures/stripe-messages";
import { call } from "@/test/http/call";
import type { HttpServer } from "@/test/http/http-server";
import type { StripeStandIn } from "@/test/providers/stripe";

/** The routes of Stripe over HTTP, with a stand-in of Stripe that sends what the real one sends. */
let stripe: StripeStandIn;
let server: HttpServer;
let partner: TestPartner;
let cardId: string;
let issuerCardId: string;

const routeUrl = (route: string) => `http://127.0.0.1:${server.port}/api/issuers/stripe/${route}`;

beforeAll(async () => {
  server = await serveIssuerRoutes();
  stripe = await attachStripe(routeUrl, "US,NG");
  partner = await makePartner();
});
beforeEach(async () => {
  cardId = await makeCard(partner, { amountUsd: 100 });
  issuerCardId = await issuerIdOf(cardId);
});
afterAll(async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await server.stop();
  await stripe.stop();
  await endTests();
});

interface Sent {
  secret?: string;
  timestamp?: number;
  route?: "authorizations" | "events";
}

/** Signs a body and sends it to a route. */
async function send(body: unknown, { secret, timestamp, route = "authorizations" }: Sent = {}) {
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? stripe.endpoints[route].secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  const response = await fetch(routeUrl(route), {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
    body: payload,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: JSON.parse(text) };
}

const ask = (cents: number, fields = {}) =>
  stripeEvent("issuing_authorization.request", stripeRequest(issuerCardId, cents, fields));
const storedEvents = () => sql("SELECT * FROM issuer_events ORDER BY received_at, id");
const alertsOf = (kind: string) =>
  sql("SELECT subject, text FROM alerts WHERE kind = $1 AND closed_at IS NULL", [kind]);
const transactionsOf = (card: string) =>
  sql(
    "SELECT status, category, amount_micro_usd / 10000 AS cents, declined_reason FROM card_transactions WHERE card_id = $1 AND category <> 'cross_border_fee' ORDER BY id",
    [card],
  );
/** Events are applied after the answer. */
const applied = () =>
  eventually(async () => {
    const [{ count }] = await sql(
      "SELECT count(*)::int FROM issuer_events WHERE outcome = 'pending'",
    );
    expect(count).toBe(0);
  });

test("an authorization is approved and held, with the headers that Stripe requires", async () => {
  const { status, headers, json } = await send(ask(2_500));
  expect([status, json]).toEqual([200, { approved: true }]);
  expect(headers.get("stripe-version")).toBe("2026-10-28.endive");
  expect(headers.get("content-type")).toBe("application/json");
  expect(await centsOf(cardId)).toEqual({ available: 7_500, held: 2_500 });
});

test("a request above the balance, for a frozen card or an unknown card is declined with 200", async () => {
  expect((await send(ask(10_001))).json).toEqual({ approved: false });
  const unknown = stripeEvent("issuing_authorization.request", stripeRequest("ic_unknown", 100));
  expect(await send(unknown)).toMatchObject({ status: 200, json: { approved: false } });
  const { PATCH } = await import("@/app/api/v1/partner/card/route");
  const frozen = { serviceCardId: cardId, status: "freeze" };
  await call(PATCH, { method: "PATCH", apiKey: partner.apiKey, body: frozen });
  expect((await send(ask(100))).json).toEqual({ approved: false });
  expect(await transactionsOf(cardId)).toMatchObject([
    { status: "declined", declined_reason: "insufficient funds" },
    { status: "declined", declined_reason: "card frozen" },
  ]);
});

test("a repeated request gets the first decision and holds once", async () => {
  const request = ask(6_000);
  const answers = await Promise.all([send(request), send(request), send(request)]);
  answers.push(await send(request));
  expect(answers.map(({ json }) => json.approved)).toEqual([true, true, true, true]);
  expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
});

test("an increment is a decision of its own", async () => {
  const { authorization } = await stripe.network.authorize(issuerCardId, { amount: 6_000 });
  await stripe.network.increment(authorization.id, { amount: 1_000 });
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 3_000, held: 7_000 });
  const refused = await stripe.network.increment(authorization.id, { amount: 5_000 });
  expect(refused.decision.approved).toBe(false);
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 3_000, held: 7_000 });
});

test.each([
  ["no signature", { "Stripe-Signature": "" }],
  ["a wrong signature", { "Stripe-Signature": "t=1,v1=00" }],
])("a request with %s is refused with 401 and decides nothing", async (_, headers) => {
  for (const route of ["authorizations", "events"]) {
    const body = JSON.stringify(ask(100));
    const response = await fetch(routeUrl(route), { method: "POST", headers, body });
    expect(response.status).toBe(401);
  }
  expect(await centsOf(cardId)).toEqual({ available: 10_000, held: 0 });
});

test("a request that is older than five minutes, or signed for the other route, is refused", async () => {
  const old = Math.floor(now().getTime() / 1_000) - 301;
  expect((await send(ask(100), { timestamp: old })).status).toBe(401);
  expect((await send(ask(100), { secret: stripe.endpoints.events.secret })).status).toBe(401);
});

test("a secret that is being rotated and the next one are both accepted", async () => {
  const { secret } = stripe.endpoints.authorizations;
  setEnv({ STRIPE_AUTHORIZATION_WEBHOOK_SECRET: `whsec_next,${secret}` });
  expect((await send(ask(100))).status).toBe(200);
  expect((await send(ask(100), { secret: "whsec_next" })).status).toBe(200);
  setEnv({ STRIPE_AUTHORIZATION_WEBHOOK_SECRET: secret });
  expect((await send(ask(100), { secret: "whsec_next" })).status).toBe(401);
});

test.each([
  ["no JSON", "{"],
  ["another type", { type: "issuing_authorization.created" }],
  ["live mode", { livemode: true }],
  ["another currency", { data: { object: stripeRequest("ic_1", 1, {}, { currency: "eur" }) } }],
])("a signed request with %s is declined and reported, never an error", async (_, change) => {
  const body = typeof change === "string" ? change : { ...ask(100), ...change };
  expect(await send(body)).toMatchObject({ status: 200, json: { approved: false } });
  await eventually(async () =>
    expect(await alertsOf("issuer_message_unreadable")).toMatchObject([{ subject: "stripe" }]),
  );
});

test("bodies above 256 KiB are refused", async () => {
  expect((await send({ padding: "a".repeat(256 * 1024) })).status).toBe(413);
  expect((await send({ ...ask(100), padding: "a".repeat(200 * 1024) })).json.approved).toBe(true);
});

test("only attached issuers have routes, and only POST", async () => {
  const params = (issuer: string) => ({ method: "POST", params: { issuer } });
  for (const issuer of ["lithic", "sandbox", "constructor", ""])
    expect((await call(POST, params(issuer))).status).toBe(404);
  expect((await call(GET, { params: { issuer: "stripe" } })).status).toBe(405);
  expect((await call(GET, { params: { issuer: "lithic" } })).status).toBe(404);
  // A former issuer keeps its routes as long as its settings are there.
  setEnv({ CARD_ISSUER: "sandbox" });
  expect((await call(POST, params("stripe"))).status).toBe(401);
  setEnv({ STRIPE_EVENTS_WEBHOOK_SECRET: undefined });
  expect((await call(POST, params("stripe"))).status).toBe(404);
  setEnv({
    CARD_ISSUER: "stripe",
    STRIPE_EVENTS_WEBHOOK_SECRET: stripe.endpoints.events.secret,
  });
});

test("a database that does not respond is a decline within a second; the late approval is released", async () => {
  const proxy = await startDatabaseProxy();
  // Afterwards, because the request log may connect at any time: all connections go through the proxy.
  await disconnect();
  try {
    expect((await send(ask(100))).json).toEqual({ approved: true });
    const before = await centsOf(cardId);
    setEnv({ CARD_DECISION_TIMEOUT_MS: "900" });
    proxy.fallSilentAt("commit_change_set");
    const startMs = performance.now();
    const late = ask(4_000, { id: "iauth_late" });
    const { status, json } = await send(late);
    expect([status, json]).toEqual([200, { approved: false }]);
    expect(performance.now() - startMs).toBeGreaterThan(800);
    // Only a busy machine takes longer than a second.
    expect(performance.now() - startMs).toBeLessThan(5_000);
    proxy.speakAgain();
    await eventually(async () => {
      const events = await sql("SELECT outcome FROM issuer_events WHERE id = 'late:iauth_late:0'");
      expect(events).toEqual([{ outcome: "applied" }]);
    });
    expect(await centsOf(cardId)).toEqual(before);
    expect((await send(late)).json).toEqual({ approved: false });
  } finally {
    setEnv({ CARD_DECISION_TIMEOUT_MS: "20000" });
    proxy.speakAgain();
    await disconnect();
    await proxy.stop();
  }
});

test("a database that fails is a decline with 200", async () => {
  await disconnect();
  const url = process.env.DATABASE_URL;
  setEnv({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  try {
    expect(await send(ask(100))).toMatchObject({ status: 200, json: { approved: false } });
    const event = stripeEvent("issuing_transaction.created", stripeTransaction(issuerCardId, -1));
    expect((await send(event, { route: "events" })).status).toBe(503);
  } finally {
    await disconnect();
    setEnv({ DATABASE_URL: url });
  }
});

test("a purchase from the request to the refund", async () => {
  const { network } = stripe;
  const { authorization, decision } = await network.authorize(issuerCardId, { amount: 3_000 });
  expect(decision).toMatchObject({ approved: true, reason: "webhook_approved" });
  await network.capture(authorization.id, { amount: 1_000, isFinal: false });
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 2_000 });
  await network.capture(authorization.id, { amount: 1_500 });
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 7_500, held: 0 });
  await network.refund(issuerCardId, 500, authorization.id);
  await network.forceCapture(issuerCardId, 200);
  await network.refund(issuerCardId, 300);
  await network.reverseRefund(issuerCardId, 100);
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 0 });
});

test("what Stripe knows of a purchase only after our decision is shown, whatever event brings it", async () => {
  const { network, events } = stripe;
  const shown = () => networkFactsOf(partner, cardId);
  events.holdEvents();
  const { authorization } = await network.authorize(issuerCardId, { amount: 3_000 });
  const reference = authorization.network_data?.transaction_id;
  expect(await shown()).toMatchObject({ networkReference: reference, entryMode: "online" });
  expect(await shown()).not.toHaveProperty("authorizationCode");
  await events.releaseEvents();
  await applied();
  expect(await shown()).toMatchObject({ authorizationCode: "001234", networkReference: reference });
  // What is known stays, and what a refund says is about the refund.
  await network.capture(authorization.id, { amount: 3_000 });
  await network.refund(issuerCardId, 500, authorization.id);
  const other = stripeTransaction(issuerCardId, -100, { authorization: authorization.id });
  const network_data = { ...other.network_data, authorization_code: "999999" };
  stripe.state.transactions.set(other.id, { ...other, network_data } as typeof other);
  const event = stripeEvent("issuing_transaction.created", { ...other, network_data });
  expect((await send(event, { route: "events" })).status).toBe(200);
  await applied();
  expect(await shown()).toMatchObject({ authorizationCode: "001234", networkReference: reference });
});

test("what Stripe declines or reverses is released", async () => {
  const { network } = stripe;
  const { authorization } = await network.authorize(issuerCardId, { amount: 3_000 });
  await network.reverse(authorization.id, 1_000);
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 2_000 });
  await network.expire(authorization.id);
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 10_000, held: 0 });
  await network.capture(authorization.id, { amount: 2_500 });
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 7_500, held: 0 });
  // Our approval did not reach Stripe in time.
  const object = stripeAuthorization(issuerCardId, {
    approved: false,
    status: "closed",
    request_history: [requestHistory({ approved: false, reason: "webhook_error" })],
  });
  const request = { ...stripeRequest(issuerCardId, 1_000), id: object.id };
  await send(stripeEvent("issuing_authorization.request", request));
  expect(await centsOf(cardId)).toEqual({ available: 6_500, held: 1_000 });
  await send(stripeEvent("issuing_authorization.created", object), { route: "events" });
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 7_500, held: 0 });
});

test("events in any order, each twice, have the same effect", async () => {
  const { network, events } = stripe;
  events.holdEvents();
  const { authorization } = await network.authorize(issuerCardId, { amount: 3_000 });
  await network.capture(authorization.id, { amount: 1_000, isFinal: false });
  await network.capture(authorization.id, { amount: 1_200 });
  await network.refund(issuerCardId, 200, authorization.id);
  await events.releaseEvents((held) => [...held, ...held].toReversed());
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 0 });
});

test("two updates within one second, the later one first, leave what Stripe has", async () => {
  const { network, events } = stripe;
  const { authorization } = await network.authorize(issuerCardId, { amount: 3_000 });
  events.holdEvents();
  await network.reverse(authorization.id, 1_000);
  await network.reverse(authorization.id, 500);
  const createdS = Math.floor(Date.now() / 1_000) + 1;
  const inOneSecond = (order: (held: Stripe.Event[]) => Stripe.Event[]) =>
    events.releaseEvents((held) => order(held.map((event) => ({ ...event, created: createdS }))));
  stripe.failNext({ kind: "refuse", status: 500 }, { times: 3 });
  await inOneSecond((held) => held.toReversed());
  await applied();
  // Stripe did not answer, so the event is tried again.
  shiftClock(6_000);
  expect(await applyDueEvents()).toMatchObject({ applied: 1 });
  expect(await centsOf(cardId)).toEqual({ available: 8_500, held: 1_500 });
  expect(stripe.state.authorizations.get(authorization.id)?.amount).toBe(1_500);
});

test("events that no webhook brought are caught up, once", async () => {
  const { network, events, endpoints } = stripe;
  await catchUpEvents();
  const { url } = endpoints.events;
  endpoints.events.url = undefined;
  const { authorization } = await network.authorize(issuerCardId, { amount: 3_000 });
  await network.capture(authorization.id, { amount: 2_000 });
  endpoints.events.url = url;
  expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
  expect(await catchUpEvents()).toMatchObject({ missed: 3 });
  expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 0 });
  expect(await catchUpEvents()).toMatchObject({ missed: 0 });
  const last = [...stripe.state.events.values()].at(-1);
  if (last) await events.deliver(last);
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 8_000, held: 0 });
});

test("an event is stored once, without the cardholder's data, and answered at once", async () => {
  const object = stripeAuthorization(issuerCardId);
  const event = stripeEvent("issuing_authorization.created", object);
  for (let time = 0; time < 2; time++)
    expect(await send(event, { route: "events" })).toMatchObject({ status: 200 });
  await applied();
  const stored = (await storedEvents()).filter(({ id }) => id === event.id);
  expect(stored).toMatchObject([{ outcome: "applied", attempts: 1, due_at: null }]);
  expect(JSON.stringify(stored)).not.toMatch(/Secret|Hidden|\+234/);
});

test("an event about an unknown card is kept, retried and reported", async () => {
  const event = stripeEvent("issuing_transaction.created", stripeTransaction("ic_other", -100));
  await send(event, { route: "events" });
  const due = () => sql("SELECT outcome, attempts FROM issuer_events WHERE id = $1", [event.id]);
  await eventually(async () =>
    expect(await due()).toEqual([{ outcome: "card_unknown", attempts: 1 }]),
  );
  for (let attempt = 0; attempt < 3; attempt++) {
    shiftClock(600_000);
    await applyDueEvents();
  }
  shiftClock(-1_800_000);
  expect(await due()).toEqual([{ outcome: "card_unknown", attempts: 4 }]);
  expect(await alertsOf("issuer_card_unknown")).toMatchObject([
    { text: expect.stringContaining("ic_other") },
  ]);
});

test("an event that cannot be read is kept and reported, and applied when it can be read", async () => {
  const object = { ...stripeTransaction(issuerCardId, -100), type: "fee" };
  const event = stripeEvent("issuing_transaction.created", object);
  expect((await send(event, { route: "events" })).status).toBe(200);
  await eventually(async () =>
    expect(await alertsOf("issuer_event_failed")).toMatchObject([
      { subject: `stripe:${event.id}`, text: expect.stringContaining("fee") },
    ]),
  );
  expect(await centsOf(cardId)).toEqual({ available: 10_000, held: 0 });
  await sql(`UPDATE issuer_events SET content = content || '{"type": "capture"}' WHERE id = $1`, [
    event.id,
  ]);
  shiftClock(60_000);
  await applyDueEvents();
  shiftClock(-60_000);
  expect(await centsOf(cardId)).toEqual({ available: 9_900, held: 0 });
  expect(await alertsOf("issuer_event_failed")).toEqual([]);
  stripe.state.transactions.set(object.id, { ...object, type: "capture" });
});

test("an event without an id is refused, and one of another type is stored without content", async () => {
  expect((await send({ type: "x" }, { route: "events" })).status).toBe(400);
  const event = stripeEvent("charge.succeeded", { id: "ch_1", billing_details: {} });
  expect((await send(event, { route: "events" })).status).toBe(200);
  await applied();
  const stored = (await storedEvents()).filter(({ id }) => id === event.id);
  expect(stored).toMatchObject([{ outcome: "ignored", content: null }]);
});

test("a process that dies after storing an event leaves it to the job", async () => {
  const content = stripeTransaction(issuerCardId, -700);
  stripe.state.transactions.set(content.id, content);
  await sql(
    `INSERT INTO issuer_events (issuer, id, type, content, issued_at, received_at, outcome, attempts, due_at)
     VALUES ('stripe', 'evt_crashed', 'issuing_transaction.created', $1, now(), now(), 'pending', 1, now())`,
    [JSON.stringify(content)],
  );
  const runs = await Promise.all([applyDueEvents(), applyDueEvents()]);
  expect(runs.reduce((sum, { applied: count }) => sum + count, 0)).toBe(1);
  expect(await centsOf(cardId)).toEqual({ available: 9_300, held: 0 });
});

test("more events than fit on a page are caught up, and a longer outage than Stripe keeps events is reported", async () => {
  stripe.events.holdEvents();
  for (let each = 0; each < 101; each++) await stripe.network.forceCapture(issuerCardId, 10);
  const day = 24 * 3_600_000;
  await sql("UPDATE issuer_event_cursors SET listed_until = $1", [new Date(Date.now() - 40 * day)]);
  expect((await catchUpEvents()).missed).toBeGreaterThanOrEqual(101);
  expect(await centsOf(cardId)).toEqual({ available: 10_000 - 1_010, held: 0 });
  expect(await alertsOf("issuer_events_lost")).toMatchObject([
    { subject: "stripe", text: expect.stringContaining("are no longer listed") },
  ]);
  await stripe.events.releaseEvents();
  expect(await centsOf(cardId)).toEqual({ available: 10_000 - 1_010, held: 0 });
});

test("Stripe's decline for want of money in its Issuing balance is reported to operators", async () => {
  const history = [requestHistory({ approved: false, reason: "insufficient_funds" })];
  const fields = {
    approved: false,
    amount: 0,
    status: "closed" as const,
    request_history: history,
  };
  const declined = stripeAuthorization(issuerCardId, fields);
  await send(stripeEvent("issuing_authorization.created", declined), { route: "events" });
  await applied();
  expect(await alertsOf("issuer_balance_low")).toMatchObject([{ subject: "stripe" }]);
});

test("a card that is canceled at Stripe is terminated: its balance returns to the wallet, once", async () => {
  const before = await walletOf(partner.partnerId);
  await stripe.network.changeCard(issuerCardId, "canceled");
  await applied();
  const status = () => sql("SELECT status FROM cards WHERE id = $1", [cardId]);
  expect(await status()).toEqual([{ status: "terminated" }]);
  expect(await centsOf(cardId)).toEqual({ available: 0, held: 0 });
  expect(await walletOf(partner.partnerId)).toBe(before + 100);
  expect(await alertsOf("issuer_card_closed")).toMatchObject([{ subject: cardId }]);
  // The new state is delivered to Stripe as any other, and the event that follows changes nothing.
  await deliverUpdates();
  await stripe.network.changeCard(issuerCardId, "canceled");
  await applied();
  expect(await walletOf(partner.partnerId)).toBe(before + 100);
  const [{ waiting }] = await sql(
    "SELECT count(*)::int AS waiting FROM issuer_updates WHERE issuer_id = $1 AND due_at IS NOT NULL",
    [issuerCardId],
  );
  expect(waiting).toBe(0);
});

test("a blocked cardholder is reported until the missing data is there", async () => {
  const holder = (past_due: string[]) => ({
    id: "ich_1",
    requirements: { disabled_reason: null, past_due },
  });
  const update = (past_due: string[]) =>
    send(stripeEvent("issuing_cardholder.updated", holder(past_due)), { route: "events" });
  await update(["individual.dob.day"]);
  await applied();
  expect(await alertsOf("issuer_cardholder")).toMatchObject([{ subject: "ich_1" }]);
  await update([]);
  await applied();
  expect(await alertsOf("issuer_cardholder")).toEqual([]);
});

test("the reconciliation finds postings that are missing here and there, and closes its alert", async () => {
  const hour = 3_600_000;
  expect(await reconcilePostings()).toMatchObject({ differences: 0 });
  const { url } = stripe.endpoints.events;
  stripe.endpoints.events.url = undefined;
  const missing = await stripe.network.forceCapture(issuerCardId, 1_234);
  stripe.endpoints.events.url = url;
  // Nobody at Stripe knows of this one.
  const extra = stripeTransaction(issuerCardId, -500);
  await send(stripeEvent("issuing_transaction.created", extra), { route: "events" });
  await applied();
  shiftClock(2 * hour);
  expect(await reconcilePostings()).toMatchObject({ differences: 2 });
  const [alert] = await alertsOf("issuer_difference");
  expect(alert.subject).toBe("stripe");
  expect(alert.text).toContain(`${missing.id}: capture of 12.34 USD is not posted here`);
  expect(alert.text).toContain(`${extra.id}: capture of 5.00 USD is not at the issuer`);
  const [check] = await sql("SELECT is_sound, result FROM checks WHERE kind = 'card_postings'");
  expect(check).toMatchObject({ is_sound: false, result: { issuer: "stripe", differences: 2 } });
  await catchUpEvents();
  stripe.state.transactions.set(extra.id, extra);
  expect(await reconcilePostings()).toMatchObject({ differences: 0 });
  expect(await alertsOf("issuer_difference")).toEqual([]);
  shiftClock(-2 * hour);
});

test("old events are deleted, those that are still tried stay", async () => {
  await sql("UPDATE issuer_events SET received_at = received_at - interval '31 days'");
  const [{ open }] = await sql(
    "SELECT count(*)::int AS open FROM issuer_events WHERE due_at IS NOT NULL",
  );
  expect((await purgeIssuerEvents()).issuerEvents).toBeGreaterThan(0);
  expect(await storedEvents()).toHaveLength(open);
});
