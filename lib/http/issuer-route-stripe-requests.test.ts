import "@/test/database";
import { expect, test } from "vitest";
import { GET, POST } from "@/app/api/issuers/[issuer]/authorizations/route";
import { disconnect } from "@/lib/db";
import { startDatabaseProxy } from "@/test/database/silent-database";
import { eventually } from "@/test/eventually";
import { eventsApplied } from "@/test/fixtures/issuer-outside";
import { centsOf, setEnv } from "@/test/fixtures/issuer-routes";
import { sql } from "@/test/fixtures/make";
import { stripeEvent, stripeRequest, stripeTransaction } from "@/test/fixtures/stripe-messages";
import { openAlertsOf, serveStripeRoutes } from "@/test/fixtures/stripe-route";
import { call } from "@/test/http/call";

/** The requests for a decision of Stripe alone. What every issuer's must do: test/providers/inbound-contract.ts. */
const { running, send, ask } = serveStripeRoutes();

const transactionsOf = (card: string) =>
  sql(
    "SELECT status, declined_reason FROM card_transactions WHERE card_id = $1 AND category <> 'cross_border_fee' ORDER BY id",
    [card],
  );

test("an authorization is approved and held, with the headers that Stripe requires", async () => {
  const { status, headers, json } = await send(ask(2_500));
  expect([status, json]).toEqual([200, { approved: true }]);
  expect(headers.get("stripe-version")).toBe("2026-10-28.endive");
  expect(headers.get("content-type")).toBe("application/json");
  expect(await centsOf(running.cardId)).toEqual({ available: 7_500, held: 2_500 });
});

test("a request above the balance, for a frozen card or an unknown card is declined with 200", async () => {
  expect((await send(ask(10_001))).json).toEqual({ approved: false });
  const unknown = stripeEvent("issuing_authorization.request", stripeRequest("ic_unknown", 100));
  expect(await send(unknown)).toMatchObject({ status: 200, json: { approved: false } });
  const { PATCH } = await import("@/app/api/v1/partner/card/route");
  const frozen = { serviceCardId: running.cardId, status: "freeze" };
  await call(PATCH, { method: "PATCH", apiKey: running.partner.apiKey, body: frozen });
  expect((await send(ask(100))).json).toEqual({ approved: false });
  expect(await transactionsOf(running.cardId)).toMatchObject([
    { status: "declined", declined_reason: "insufficient funds" },
    { status: "declined", declined_reason: "card frozen" },
  ]);
});

test("a request with characters that the database cannot store is decided without them", async () => {
  const unstorable = "A\u0000B\ud800";
  const object = {
    authorization_method: unstorable,
    network_data: { transaction_id: unstorable },
    merchant_data: { name: unstorable, country: "US", category_code: "5812" },
  };
  expect((await send(ask(2_500, object))).json).toEqual({ approved: true });
  const [row] = await sql(
    "SELECT network_reference, entry_mode FROM card_transactions WHERE card_id = $1",
    [running.cardId],
  );
  expect(row).toEqual({ network_reference: "AB\ufffd", entry_mode: "AB\ufffd" });
});

test("an increment is a decision of its own", async () => {
  const { authorization } = await running.stripe.network.authorize(running.issuerCardId, {
    amount: 6_000,
  });
  await running.stripe.network.increment(authorization.id, { amount: 1_000 });
  await eventsApplied();
  expect(await centsOf(running.cardId)).toEqual({ available: 3_000, held: 7_000 });
  const refused = await running.stripe.network.increment(authorization.id, { amount: 5_000 });
  expect(refused.decision.approved).toBe(false);
  await eventsApplied();
  expect(await centsOf(running.cardId)).toEqual({ available: 3_000, held: 7_000 });
});

test("a secret that is being rotated and the next one are both accepted", async () => {
  const { secret } = running.stripe.endpoints.authorizations;
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
    expect(await openAlertsOf("issuer_message_unreadable")).toMatchObject([{ subject: "stripe" }]),
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
    STRIPE_EVENTS_WEBHOOK_SECRET: running.stripe.endpoints.events.secret,
  });
});

test("a database that does not respond is a decline when the time for a decision ends; the late approval is released", async () => {
  const proxy = await startDatabaseProxy();
  // Afterwards, because the request log may connect at any time: all connections go through the proxy.
  await disconnect();
  try {
    expect((await send(ask(100))).json).toEqual({ approved: true });
    const before = await centsOf(running.cardId);
    // The commit must be sent within it, also on a busy machine.
    setEnv({ CARD_DECISION_TIMEOUT_MS: "5000" });
    proxy.fallSilentAt("commit_change_set");
    const late = ask(4_000, { id: "iauth_late" });
    const { status, json } = await send(late);
    expect([status, json]).toEqual([200, { approved: false }]);
    // The answer came while the commit still waited: the end of its connection would have been an error, which nothing releases.
    expect(proxy.countSilent()).toBeGreaterThan(0);
    proxy.speakAgain();
    await eventually(async () => {
      const events = await sql("SELECT outcome FROM issuer_events WHERE id = 'late:iauth_late:0'");
      expect(events).toEqual([{ outcome: "applied" }]);
    });
    expect(await centsOf(running.cardId)).toEqual(before);
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
    const event = stripeEvent(
      "issuing_transaction.created",
      stripeTransaction(running.issuerCardId, -1),
    );
    expect((await send(event, { route: "events" })).status).toBe(503);
  } finally {
    await disconnect();
    setEnv({ DATABASE_URL: url });
  }
});
