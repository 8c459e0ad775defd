import "@/test/database";
import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { lateDecision } from "@/lib/cards/inbound/late-decision";
import { receiveEvents } from "@/lib/cards/inbound/receive-events";
import { stripeInbound } from "@/lib/cards/inbound/stripe";
import { now } from "@/lib/kernel/clock";
import { eventually } from "@/test/eventually";
import { centsOf } from "@/test/fixtures/issuer-routes";
import { sql } from "@/test/fixtures/make";
import {
  requestHistory,
  stripeAuthorization,
  stripeEvent,
  stripeTransaction,
} from "@/test/fixtures/stripe-messages";
import { openAlertsOf, serveStripeRoutes } from "@/test/fixtures/stripe-route";
import { call } from "@/test/http/call";

/** Messages of Stripe at the edges: amounts of zero and beyond all limits, fields that are missing, contradictions. */
const { running, send, ask } = serveStripeRoutes();

const APPLIED = { outcome: "applied", failure: null };
/** Sends an event and returns how its first attempt ended. */
async function resultOf(type: Stripe.Event["type"], object: object): Promise<unknown> {
  const event = stripeEvent(type, object);
  expect((await send(event, { route: "events" })).status).toBe(200);
  return eventually(async () => {
    const [row] = await sql("SELECT outcome, failure FROM issuer_events WHERE id = $1", [event.id]);
    expect(row?.outcome).not.toBe("pending");
    return row;
  });
}
const rowsOf = (card: string) =>
  sql(
    "SELECT status, amount_micro_usd / 10000 AS cents, declined_reason FROM card_transactions WHERE card_id = $1 ORDER BY created_at, id",
    [card],
  );
async function freeze() {
  const { PATCH } = await import("@/app/api/v1/partner/card/route");
  const body = { serviceCardId: running.cardId, status: "freeze" };
  await call(PATCH, { method: "PATCH", apiKey: running.partner.apiKey, body });
}

describe("an account verification of amount zero", () => {
  const verified = { amount: 0, merchant_amount: 0, status: "closed" as const };

  test("is approved without a hold by a card in use", async () => {
    const id = "iauth_zero";
    expect((await send(ask(0, { id }))).json).toEqual({ approved: true });
    const created = stripeAuthorization(running.issuerCardId, { id, ...verified });
    expect(await resultOf("issuing_authorization.created", created)).toEqual(APPLIED);
    expect(await centsOf(running.cardId)).toEqual({ available: 10_000, held: 0 });
    expect(await rowsOf(running.cardId)).toEqual([]);
  });

  test("is declined by a frozen card, and Stripe's own decline of one is applied", async () => {
    await freeze();
    expect((await send(ask(0))).json).toEqual({ approved: false });
    const history = [requestHistory({ amount: 0, approved: false, reason: "suspected_fraud" })];
    const declined = { ...verified, approved: false, request_history: history };
    expect(
      await resultOf(
        "issuing_authorization.created",
        stripeAuthorization(running.issuerCardId, declined),
      ),
    ).toEqual(APPLIED);
    expect(await rowsOf(running.cardId)).toMatchObject([
      { status: "declined", cents: "0", declined_reason: "card frozen" },
      { status: "declined", cents: "0", declined_reason: "suspected fraud" },
    ]);
  });
});

describe("an amount that no card network sends", () => {
  test.each([1_000_000_000_000, 9_007_199_254_740_991])(
    "of %d cents is declined",
    async (cents) => {
      expect((await send(ask(cents))).json).toEqual({ approved: false });
      expect(await rowsOf(running.cardId)).toEqual([]);
      // The answer does not wait for the alert.
      await eventually(async () =>
        expect(await openAlertsOf("issuer_message_unreadable")).toMatchObject([
          { text: expect.stringContaining("12 digits") },
        ]),
      );
      const capture = stripeTransaction(running.issuerCardId, -cents);
      expect(await resultOf("issuing_transaction.created", capture)).toEqual({
        outcome: "failed",
        failure: "An amount has more than 12 digits",
      });
    },
  );

  test("is the limit: the largest amount is declined as any other", async () => {
    expect((await send(ask(999_999_999_999))).json).toEqual({ approved: false });
    expect(await rowsOf(running.cardId)).toMatchObject([{ declined_reason: "insufficient funds" }]);
  });
});

test("a request for more under the id of an approved one is declined, alone and at the same time", async () => {
  const [first, second] = [ask(100, { id: "iauth_same" }), ask(5_000, { id: "iauth_same" })];
  expect((await send(first)).json).toEqual({ approved: true });
  expect((await send(second)).json).toEqual({ approved: false });
  expect((await send(first)).json).toEqual({ approved: true });
  const pair = [ask(100, { id: "iauth_pair" }), ask(5_000, { id: "iauth_pair" })];
  const answers = await Promise.all(pair.map((each) => send(each)));
  const { held } = await centsOf(running.cardId);
  // Whichever came first: no more was approved than the card has.
  expect(answers[1]?.json.approved).toBe(held === 5_100);
});

test("an approval that was taken back is no answer for a delivery to another process", async () => {
  const id = "iauth_taken_back";
  const request = ask(100, { id });
  expect((await send(request)).json).toEqual({ approved: true });
  const read = stripeInbound.readRequest(request, () => null);
  if (read.kind !== "authorization") throw new Error("no authorization");
  const event = lateDecision(read.notification, now());
  if (!event) throw new Error("no event");
  await (await receiveEvents("stripe", [event])).applied;
  expect(await centsOf(running.cardId)).toEqual({ available: 10_000, held: 0 });
  expect((await send(request)).json).toEqual({ approved: false });
});

test("a partial approval is not given: the whole amount or nothing", async () => {
  const controllable = { is_amount_controllable: true };
  expect((await send(ask(10_001, {}, controllable))).json).toEqual({ approved: false });
  expect((await send(ask(10_000, {}, controllable))).json).toEqual({ approved: true });
});

test("a process that ends between its decision and the answer leaves no hold", async () => {
  const id = "iauth_killed";
  await send(ask(2_000, { id }));
  // Stripe got no answer: its default, which must be to decline, counts.
  const history = [requestHistory({ amount: 2_000, approved: false, reason: "webhook_timeout" })];
  const declined = { id, amount: 0, approved: false, status: "closed", request_history: history };
  const object = stripeAuthorization(
    running.issuerCardId,
    declined as Partial<Stripe.Issuing.Authorization>,
  );
  expect(await resultOf("issuing_authorization.created", object)).toEqual(APPLIED);
  expect(await centsOf(running.cardId)).toEqual({ available: 10_000, held: 0 });
  expect(await rowsOf(running.cardId)).toMatchObject([
    { status: "reversed" },
    { status: "reversed" },
  ]);
});

test("decisions that race with freeze and terminate leave sound books and no hold on a dead card", async () => {
  const asked = Array.from({ length: 8 }, (_, nth) => send(ask(100, { id: `iauth_race_${nth}` })));
  const { DELETE } = await import("@/app/api/v1/partner/card/terminate/[serviceCardId]/route");
  const params = { serviceCardId: running.cardId };
  const ended = call(DELETE, {
    method: "DELETE",
    apiKey: running.partner.apiKey,
    params,
    idempotencyKey: running.cardId,
  });
  const answers = await Promise.all([...asked, freeze(), ended]);
  const approved = answers
    .slice(0, 8)
    .filter((each) => each && "json" in each && each.json.approved);
  const { available, held } = await centsOf(running.cardId);
  expect({ available, held }).toEqual({ available: 0, held: approved.length * 100 });
  expect((await send(ask(1))).json).toEqual({ approved: false });
});
