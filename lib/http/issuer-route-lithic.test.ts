import "@/test/database";
import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST } from "@/app/api/issuers/[issuer]/authorizations/route";
import { settleAlert } from "@/lib/alerts/store";
import { now } from "@/lib/kernel/clock";
import { eventually } from "@/test/eventually";
import { attachLithic } from "@/test/fixtures/attach-issuer";
import { bookFaults } from "@/test/fixtures/books";
import { centsOf, issuerIdOf, serveIssuerRoutes, setEnv } from "@/test/fixtures/issuer-routes";
import {
  lithicRequest,
  lithicTransaction,
  lithicTransactionEvent,
  lithicTransactionUpdated,
} from "@/test/fixtures/lithic-messages";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { networkFactsOf } from "@/test/fixtures/network-facts";
import { makePerson } from "@/test/fixtures/people";
import { call } from "@/test/http/call";
import type { HttpServer } from "@/test/http/http-server";
import type { LithicStandIn } from "@/test/providers/lithic";

/**
 * The routes of Lithic over HTTP, with a stand-in of Lithic that sends what the real one sends. What the messages of every
 * issuer must do: test/providers/inbound-contract.ts.
 */
let lithic: LithicStandIn;
let server: HttpServer;
let partner: TestPartner;
let cardId: string;
let cardToken: string;

const routeUrl = (route: string) => `http://127.0.0.1:${server.port}/api/issuers/lithic/${route}`;

beforeAll(async () => {
  server = await serveIssuerRoutes();
  lithic = await attachLithic(routeUrl);
  partner = await makePartner();
});
beforeEach(async () => {
  const userId = await makeApprovedUser(partner, {
    country_code: "US",
    region: "NY",
    city: "New York",
    postal_code: "10001",
    phone_number: "+12125550123",
  });
  cardId = await makeCard(partner, { amountUsd: 100, userId });
  cardToken = await issuerIdOf(cardId);
});
afterAll(async () => {
  expect(await bookFaults(partner.partnerId)).toEqual([]);
  await server.stop();
  await lithic.stop();
  await endTests();
});

interface Sent {
  secret?: string;
  at?: Date;
  id?: string;
  route?: "authorizations" | "events";
}

async function send(
  body: unknown,
  { secret, at = now(), id, route = "authorizations" }: Sent = {},
) {
  const text = JSON.stringify(body);
  const webhookId = id ?? randomUUID();
  const signer = new Webhook(secret ?? lithic.endpoints[route].secret);
  const response = await fetch(routeUrl(route), {
    method: "POST",
    headers: {
      "webhook-id": webhookId,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": signer.sign(webhookId, at, text),
    },
    body: text,
  });
  return { status: response.status, json: await response.json() };
}

const applied = () =>
  eventually(async () => {
    const [{ count }] = await sql(
      "SELECT count(*)::int FROM issuer_events WHERE outcome = 'pending'",
    );
    expect(count).toBe(0);
  });
const alertsOf = (kind: string) =>
  sql("SELECT subject, text FROM alerts WHERE kind = $1 AND closed_at IS NULL", [kind]);

test("an authorization is approved, with the balance that is left", async () => {
  const request = lithicRequest(cardToken, 6_000);
  expect(await send(request)).toEqual({
    status: 200,
    json: {
      result: "APPROVED",
      token: request.token,
      balance: { amount: 4_000, available: 4_000 },
    },
  });
  expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
});

test("an increment of the same transaction is a decision of its own", async () => {
  const request = lithicRequest(cardToken, 6_000);
  await send(request);
  const increment = lithicRequest(cardToken, 5_000, { token: request.token });
  expect((await send(increment)).json.result).toBe("INSUFFICIENT_FUNDS");
  expect((await send(lithicRequest(cardToken, 1_000, { token: request.token }))).json.result).toBe(
    "APPROVED",
  );
  expect(await centsOf(cardId)).toEqual({ available: 3_000, held: 7_000 });
});

test("a second request for the same amount is a decision of its own when it is no retry", async () => {
  const request = lithicRequest(cardToken, 3_000);
  const sentAt = (agoS: number) => ({ at: new Date(now().getTime() - agoS * 1_000) });
  await send(request, sentAt(100));
  await send(request, sentAt(95));
  expect(await centsOf(cardId)).toEqual({ available: 7_000, held: 3_000 });
  await send(request, sentAt(60));
  await send(request, sentAt(58));
  expect(await centsOf(cardId)).toEqual({ available: 4_000, held: 6_000 });
  // With the token of its event, Lithic says itself that the request is the same.
  const named = lithicRequest(cardToken, 1_000, { event_token: randomUUID() });
  await send(named, sentAt(100));
  await send(named, sentAt(10));
  expect(await centsOf(cardId)).toEqual({ available: 3_000, held: 7_000 });
});

test("declines have Lithic's words", async () => {
  const result = async (request: object) => (await send(request)).json.result;
  expect(await result(lithicRequest(cardToken, 10_001))).toBe("INSUFFICIENT_FUNDS");
  expect(await result(lithicRequest(randomUUID(), 100))).toBe("CARD_PAUSED");
  expect(await result({ ...lithicRequest(cardToken, 100), status: "NEW" })).toBe("CARD_PAUSED");
  expect(await result([])).toBe("CARD_PAUSED");
  const { PATCH } = await import("@/app/api/v1/partner/card/route");
  const frozen = { serviceCardId: cardId, status: "freeze" };
  await call(PATCH, { method: "PATCH", apiKey: partner.apiKey, body: frozen });
  expect(await result(lithicRequest(cardToken, 100))).toBe("CARD_PAUSED");
  expect(await result(lithicRequest(cardToken, 0, { status: "BALANCE_INQUIRY" }))).toBe(
    "CARD_PAUSED",
  );
  // Money may return to a frozen card.
  expect(await result(lithicRequest(cardToken, 100, { status: "CREDIT_AUTHORIZATION" }))).toBe(
    "APPROVED",
  );
});

test("a balance inquiry is answered with the balance and moves nothing", async () => {
  const request = lithicRequest(cardToken, 0, { status: "BALANCE_INQUIRY" });
  expect((await send(request)).json).toEqual({
    result: "APPROVED",
    token: request.token,
    balance: { amount: 10_000, available: 10_000 },
  });
  const unknown = lithicRequest(randomUUID(), 0, { status: "BALANCE_INQUIRY" });
  expect((await send(unknown)).json.result).toBe("CARD_PAUSED");
  const rows = await sql("SELECT id FROM network_transactions WHERE card_id = $1", [cardId]);
  expect(rows).toEqual([]);
});

test("two secrets are accepted while one is rotated", async () => {
  const request = lithicRequest(cardToken, 100);
  const other = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
  expect((await send(request, { secret: other })).status).toBe(401);
  const { secret } = lithic.endpoints.authorizations;
  setEnv({ LITHIC_AUTHORIZATION_WEBHOOK_SECRET: `${other},${secret}` });
  expect((await send(request, { secret: other })).status).toBe(200);
  expect((await send(request)).status).toBe(200);
  setEnv({ LITHIC_AUTHORIZATION_WEBHOOK_SECRET: secret });
  const stripeRoute = { method: "POST", params: { issuer: "stripe" } };
  expect((await call(POST, stripeRoute)).status).toBe(404);
});

test("the code and the network's id that Lithic knows after our decision are shown", async () => {
  const { network, events } = lithic;
  const shown = () => networkFactsOf(partner, cardId);
  events.holdEvents();
  const { transaction } = await network.authorize(cardToken, { amount: 3_000 });
  expect(await shown()).toMatchObject({ entryMode: "ecommerce" });
  expect(await shown()).not.toHaveProperty("authorizationCode");
  await events.releaseEvents();
  await applied();
  const known = {
    authorizationCode: "071471",
    networkReference: transaction.events?.[0]?.network_info?.visa?.transaction_id,
  };
  expect(known.networkReference).toMatch(/^\d{15}$/);
  expect(await shown()).toMatchObject(known);
  await network.clear(transaction.token, { amount: 3_000 });
  await applied();
  expect(await shown()).toMatchObject(known);
});

test("advice, reversal and expiry move and end the hold", async () => {
  const { network } = lithic;
  const { transaction } = await network.authorize(cardToken, { amount: 100, holdAmount: 5_000 });
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 5_000, held: 5_000 });
  await network.advise(transaction.token, 4_200);
  await network.reverse(transaction.token, 200);
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 6_000, held: 4_000 });
  await network.expire(transaction.token);
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 10_000, held: 0 });
  await network.clear(transaction.token, { amount: 2_500 });
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 7_500, held: 0 });
});

test("a single message is held by the request and collected by its event", async () => {
  const purchase = { amount: 1_200, status: "FINANCIAL_AUTHORIZATION" } as const;
  lithic.events.holdEvents();
  await lithic.network.authorize(cardToken, purchase);
  expect(await centsOf(cardId)).toEqual({ available: 8_800, held: 1_200 });
  await lithic.events.releaseEvents();
  await applied();
  expect(await centsOf(cardId)).toEqual({ available: 8_800, held: 0 });
});

test("a person whom Lithic does not accept is reported by our id of the cardholder", async () => {
  const [{ cardholder_id: account }] = await sql(
    `SELECT h.cardholder_id FROM issuer_cardholders h JOIN cards c ON c.user_id = h.user_id
     WHERE c.id = $1`,
    [cardId],
  );
  await lithic.network.reviewHolder(account, "PENDING_REVIEW", ["NAME_VERIFICATION_FAILURE"]);
  await applied();
  expect(await alertsOf("issuer_cardholder")).toMatchObject([{ subject: account }]);
  await lithic.network.reviewHolder(account, "ACCEPTED");
  await applied();
  expect(await alertsOf("issuer_cardholder")).toEqual([]);
});

test("each correction by Lithic is reported once, also after an administrator closed the one before", async () => {
  const { personId: by } = await makePerson();
  const corrections = [1, 2].map((cents) => lithicTransactionEvent("CORRECTION_CREDIT", cents));
  const token = randomUUID();
  const reported = async (count: number) => {
    const events = corrections.slice(0, count);
    const transaction = lithicTransaction(cardToken, 0, events, { token, status: "SETTLED" });
    await send(lithicTransactionUpdated(transaction), { route: "events" });
    await applied();
    const open = await sql(
      "SELECT id FROM alerts WHERE kind = 'issuer_correction' AND closed_at IS NULL",
    );
    for (const { id } of open) await settleAlert(id, { by, reason: "as agreed", at: now() });
    return open.length;
  };
  for (const [count, alerts] of [
    [1, 1],
    [2, 1],
    [2, 0],
  ] as const)
    expect(await reported(count)).toBe(alerts);
});
