import type Stripe from "stripe";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { NetworkMessage, NetworkNotification } from "@/lib/cards/network/message";
import {
  stripeAuthorization as authorization,
  requestHistory,
  stripeEvent,
  stripeRequest,
  stripeTransaction as transaction,
} from "@/test/fixtures/stripe-messages";
import { stripeInbound } from ".";
import type { STRIPE_EVENT_TYPES } from "./events";
import type {
  stripeAuthorization,
  stripeCard,
  stripeCardholder,
  stripeTransaction,
} from "./schema";

const noHeader = () => null;
const readRequest = (object: object, fields = {}) =>
  stripeInbound.readRequest(stripeEvent("issuing_authorization.request", object, fields), noHeader);

function effectOf(type: Stripe.Event["type"], object: object, fields = {}) {
  const event = stripeInbound.readEvent(stripeEvent(type, object, fields), noHeader);
  // The inbox stores the content as JSON.
  return stripeInbound.effectOf({ ...event, content: JSON.parse(JSON.stringify(event.content)) });
}

function notificationOf(...event: Parameters<typeof effectOf>): NetworkNotification {
  const effect = effectOf(...event);
  if (effect.kind !== "network") throw new Error(`no notification: ${effect.kind}`);
  return effect.notification;
}

const messageOf = (...event: Parameters<typeof effectOf>): NetworkMessage | undefined =>
  notificationOf(...event).messages[0];

test("the schemas read the objects of the official types", () => {
  expectTypeOf<Stripe.Issuing.Authorization>().toExtend<z.input<typeof stripeAuthorization>>();
  expectTypeOf<Stripe.Issuing.Transaction>().toExtend<z.input<typeof stripeTransaction>>();
  expectTypeOf<Stripe.Issuing.Card>().toExtend<z.input<typeof stripeCard>>();
  expectTypeOf<Stripe.Issuing.Cardholder>().toExtend<z.input<typeof stripeCardholder>>();
  expectTypeOf<(typeof STRIPE_EVENT_TYPES)[number]>().toExtend<string>();
});

describe("issuing_authorization.request", () => {
  test("becomes a request with the pending amount", () => {
    const object = stripeRequest("ic_1", 1_234, { id: "iauth_1" });
    expect(readRequest(object, { created: 1_763_892_000 })).toEqual({
      kind: "authorization",
      notification: {
        issuer: "stripe",
        issuerTransactionId: "iauth_1",
        issuerCardId: "ic_1",
        details: {
          type: "purchase",
          description: "Purchase at Blue Bottle Coffee",
          merchantName: "Blue Bottle Coffee",
          merchantCountry: "US",
          merchantCurrency: "USD",
          merchantAmountMinor: 1_234n,
          merchantCategoryCode: "5812",
          networkTransactionId: "net_1",
          entryMode: "online",
        },
        messages: [
          {
            kind: "authorization",
            id: "iauth_1:0",
            at: new Date(1_763_892_000_000),
            amountMicroUsd: 12_340_000n,
            declinedReason: null,
          },
        ],
      },
    });
  });

  const detailsOf = (fields: object, pending = {}) => {
    const request = readRequest(stripeRequest("ic_1", 100, fields, pending));
    return request.kind === "authorization" ? request.notification.details : undefined;
  };
  const merchant = (fields: object) => ({
    merchant_data: { ...authorization("ic_1").merchant_data, ...fields },
  });

  test("an increment has an id of its own and the additional amount", () => {
    const object = stripeRequest("ic_1", 250, {
      id: "iauth_2",
      amount: 1_000,
      request_history: [requestHistory(), requestHistory()],
    });
    expect(readRequest(object)).toMatchObject({
      notification: { messages: [{ id: "iauth_2:2", amountMicroUsd: 2_500_000n }] },
    });
  });

  test("another currency of the merchant is taken over, in upper case and its own unit", () => {
    const details = detailsOf({}, { merchant_currency: "jpy", merchant_amount: 1_500 });
    expect(details).toMatchObject({ merchantCurrency: "JPY", merchantAmountMinor: 1_500n });
  });

  test("an unknown merchant has empty texts", () => {
    expect(detailsOf(merchant({ name: null, country: null, category_code: "" }))).toMatchObject({
      description: "Purchase",
      merchantName: "",
      merchantCountry: "",
    });
  });

  test.each([
    ["jpy", 500, 500n],
    ["kwd", 1_250, 1_250n],
    // Stripe has hundredths of these, ISO 4217 has none, and the other way round.
    ["isk", 50_000, 500n],
    ["ugx", 370_000, 3_700n],
    ["mga", 4_400, 440_000n],
  ])(
    "an amount in %s is stored in the smallest unit of ISO 4217",
    (merchant_currency, sent, minor) => {
      const request = stripeRequest("ic_1", 100, {}, { merchant_currency, merchant_amount: sent });
      const read = readRequest(request);
      expect(read).toMatchObject({ notification: { details: { merchantAmountMinor: minor } } });
    },
  );

  test("is read without facts that are only shown", () => {
    const {
      authorization_method: _method,
      merchant_amount: _amount,
      merchant_data: _merchant,
      network_data: _network,
      amount_details: _details,
      ...object
    } = stripeRequest("ic_1", 100);
    expect(readRequest(object)).toMatchObject({
      notification: { details: { type: "purchase", description: "Purchase", merchantName: "" } },
    });
  });

  test("a merchant's name is one line without control characters", () => {
    const details = detailsOf(merchant({ name: "A\u0000B\nC\u202eD\ud800" }));
    expect(details?.merchantName).toBe("A B C D\ufffd");
  });

  test.each([
    ["6010", {}],
    ["6011", {}],
    ["5812", { amount_details: { atm_fee: 300, cashback_amount: null } }],
    ["5812", { amount_details: { atm_fee: null, cashback_amount: 2_000 } }],
  ])("category %s with %j is a cash withdrawal", (category_code, pending) => {
    expect(detailsOf(merchant({ category_code }), pending)).toMatchObject({
      type: "withdrawal",
      description: "Cash withdrawal at Blue Bottle Coffee",
    });
  });

  test("fees of zero make no cash withdrawal", () => {
    const pending = { amount_details: { atm_fee: 0, cashback_amount: 0 } };
    expect(detailsOf({}, pending)).toMatchObject({ type: "purchase" });
  });

  test.each<[string, object, object, RegExp]>([
    ["another currency of the card", stripeRequest("ic_1", 1, {}, { currency: "eur" }), {}, /EUR/],
    ["no pending request", authorization("ic_1"), {}, /pending_request/],
    ["a negative amount", stripeRequest("ic_1", -1), {}, /negative/],
    ["live mode in staging", stripeRequest("ic_1", 1), { livemode: true }, /live mode/],
    ["a missing card", { ...stripeRequest("ic_1", 1), card: null }, {}, /card/],
    ["a fraction of a cent", stripeRequest("ic_1", 1.5), {}, /pending_request.amount/],
    [
      "a currency that is none",
      stripeRequest("ic_1", 1, {}, { merchant_currency: "u$" }),
      {},
      /ISO 4217/,
    ],
  ])("is unreadable with %s", (_, object, fields, text) => {
    expect(() => readRequest(object, fields)).toThrow(text);
    expect(() => readRequest(object, fields)).toThrow(
      expect.objectContaining({ name: "UnreadableMessage" }),
    );
  });

  test.each([null, [], "text", {}, { id: "evt_1" }])("is unreadable as %j", (body) => {
    expect(() => stripeInbound.readRequest(body, noHeader)).toThrow("Unreadable fields");
  });

  test("is answered with the decision and the API version", () => {
    const decision = { approved: true, declinedReason: null, availableMicroUsd: 1n };
    expect(stripeInbound.answer(decision, {})).toEqual({
      body: { approved: true },
      headers: { "Stripe-Version": "2026-10-28.endive" },
    });
    expect(stripeInbound.answer({ ...decision, approved: false }, {}).body).toEqual({
      approved: false,
    });
  });
});

describe.each(["issuing_authorization.created", "issuing_authorization.updated"] as const)(
  "%s",
  (type) => {
    test("is a snapshot when a request was approved", () => {
      const object = authorization("ic_1", {
        id: "iauth_3",
        amount: 1_500,
        request_history: [requestHistory(), requestHistory()],
      });
      expect(notificationOf(type, object, { id: "evt_3", created: 1_763_892_000 })).toMatchObject({
        issuerTransactionId: "iauth_3",
        issuerCardId: "ic_1",
        details: { authorizationCode: "123456" },
        messages: [
          {
            kind: "authorized_total",
            id: "evt_3",
            amountMicroUsd: 15_000_000n,
            isOpen: true,
            covers: ["iauth_3:0", "iauth_3:1"],
          },
        ],
      });
    });

    test.each(["webhook_timeout", "network_fallback"])(
      "holds an amount that was approved without us (%s)",
      (reason) => {
        const object = authorization("ic_1", { request_history: [requestHistory({ reason })] });
        expect(messageOf(type, object)).toMatchObject({ kind: "authorized_total", isOpen: true });
      },
    );

    test.each(["closed", "reversed", "expired"])("holds nothing when it is %s", (status) => {
      expect(messageOf(type, authorization("ic_1", { status }))).toMatchObject({
        kind: "authorized_total",
        isOpen: false,
      });
    });

    test("is applied with the captures that it lists, so that its end releases nothing else", () => {
      const capture = transaction("ic_1", -2_500, { id: "ipi_1" });
      const closed = authorization("ic_1", { status: "closed", transactions: [capture] });
      expect(notificationOf(type, closed).messages).toMatchObject([
        { kind: "authorized_total", isOpen: false },
        { kind: "capture", id: "ipi_1", amountMicroUsd: 25_000_000n },
      ]);
    });

    test("a later snapshot has a higher revision", () => {
      const revisionOf = (object: object, created: number) => {
        const message = messageOf(type, object, { created });
        return message?.kind === "authorized_total" ? message.revision : -1n;
      };
      const one = authorization("ic_1");
      const two = authorization("ic_1", { request_history: [requestHistory(), requestHistory()] });
      const revisions = [
        revisionOf(one, 1_763_892_000),
        revisionOf({ ...one, status: "closed" }, 1_763_892_000),
        revisionOf(one, 1_763_892_001),
        revisionOf(two, 1_763_891_999),
      ];
      expect(revisions.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(revisions);
      expect(new Set(revisions).size).toBe(revisions.length);
    });

    test.each([
      ["insufficient_funds", "insufficient funds"],
      ["card_inactive", "card frozen"],
      ["suspected_fraud", "suspected fraud"],
      ["webhook_declined", "not decided"],
      ["something new!", "declined by the card network"],
    ])("a decline with the reason %s is a decline: %s", (reason, declinedReason) => {
      const history = [requestHistory({ approved: false, reason, amount: 700 })];
      const fields = { approved: false, status: "closed", amount: 0, request_history: history };
      expect(messageOf(type, authorization("ic_1", { id: "iauth_4", ...fields }))).toMatchObject({
        kind: "decline",
        id: "iauth_4:declined",
        amountMicroUsd: 7_000_000n,
        declinedReason,
      });
    });

    test("a declined increment keeps the first hold", () => {
      const history = [requestHistory(), requestHistory({ approved: false })];
      const object = authorization("ic_1", { approved: false, request_history: history });
      expect(messageOf(type, object)).toMatchObject({ kind: "authorized_total", isOpen: true });
    });

    test("is unreadable with an unknown status or another currency", () => {
      expect(() => effectOf(type, authorization("ic_1", { status: "paused" }))).toThrow("paused");
      expect(() => effectOf(type, authorization("ic_1", { currency: "gbp" }))).toThrow("GBP");
    });
  },
);

test("within a second, an update is later than the creation, and the end is last", () => {
  const revisionOf = (type: "created" | "updated", status: string) => {
    const event = [`issuing_authorization.${type}`, authorization("ic_1", { status })] as const;
    const message = messageOf(...event, { created: 1_763_892_000 });
    return message?.kind === "authorized_total" ? message.revision : -1n;
  };
  const first = revisionOf("created", "pending");
  expect(revisionOf("updated", "pending")).toBe(first + 1n);
  expect(revisionOf("updated", "closed")).toBe(first + 4n);
});

describe("issuing_transaction.created", () => {
  const type = "issuing_transaction.created";

  test("a capture belongs to its authorization", () => {
    const object = transaction("ic_1", -1_250, { id: "ipi_1", authorization: "iauth_1" });
    expect(notificationOf(type, object)).toMatchObject({
      issuerTransactionId: "iauth_1",
      issuerCardId: "ic_1",
      details: { merchantAmountMinor: 1_250n, merchantCurrency: "USD" },
      messages: [{ kind: "capture", id: "ipi_1", amountMicroUsd: 12_500_000n, isFinal: false }],
    });
  });

  test("a capture without an authorization is a transaction of its own", () => {
    expect(notificationOf(type, transaction("ic_1", -100, { id: "ipi_2" }))).toMatchObject({
      issuerTransactionId: "ipi_2",
      messages: [{ kind: "capture", amountMicroUsd: 1_000_000n }],
    });
  });

  test.each([
    ["with a link", "iauth_1", "iauth_1"],
    ["without a link", null, "ipi_3"],
  ])("a refund %s", (_, authorizationId, expected) => {
    const object = transaction("ic_1", 300, { id: "ipi_3", authorization: authorizationId });
    expect(notificationOf(type, object)).toMatchObject({
      issuerTransactionId: expected,
      messages: [{ kind: "refund", id: "ipi_3", amountMicroUsd: 3_000_000n }],
    });
  });

  test("a negative refund takes a refund back", () => {
    expect(messageOf(type, transaction("ic_1", -300, { type: "refund" }))).toMatchObject({
      kind: "refund_reversal",
      amountMicroUsd: 3_000_000n,
    });
  });

  test("an amount of zero has no effect", () => {
    expect(effectOf(type, transaction("ic_1", 0))).toEqual({ kind: "none" });
  });

  test("is unreadable as a positive capture, with an unknown type or another currency", () => {
    const effect = (cents: number, fields: object) => () =>
      effectOf(type, transaction("ic_1", cents, fields));
    expect(effect(1, { type: "capture" })).toThrow("positive");
    expect(effect(-1, { type: "fee" })).toThrow("fee");
    expect(effect(-1, { currency: "eur" })).toThrow("EUR");
  });
});

describe("other events", () => {
  test.each(["issuing_card.updated", "issuing_card.created"] as const)(
    "%s reports only a canceled card",
    (type) => {
      const card = (status: string) => ({ id: "ic_1", object: "issuing.card", status });
      expect(effectOf(type, card("canceled"))).toEqual({
        kind: "card_closed",
        issuerCardId: "ic_1",
      });
      expect(effectOf(type, card("inactive"))).toEqual({ kind: "none" });
    },
  );

  test("issuing_cardholder.updated reports what is missing", () => {
    const holder = (requirements: object) => ({ id: "ich_1", requirements });
    const missing = { disabled_reason: "requirements.past_due", past_due: ["individual.dob.day"] };
    const effect = (requirements: object) =>
      effectOf("issuing_cardholder.updated", holder(requirements));
    expect(effect(missing)).toEqual({
      kind: "cardholder",
      cardholderId: "ich_1",
      obstacle: "requirements.past_due: individual.dob.day",
    });
    expect(effect({ disabled_reason: null, past_due: [] })).toMatchObject({ obstacle: null });
  });

  test("issuing_cardholder.updated reports a cardholder whom Stripe has blocked", () => {
    const requirements = { disabled_reason: null, past_due: [] };
    const effect = (status: string) =>
      effectOf("issuing_cardholder.updated", { id: "ich_1", status, requirements });
    expect(effect("blocked")).toMatchObject({ obstacle: "blocked" });
    expect(effect("active")).toMatchObject({ obstacle: null });
    expect(effect("inactive")).toMatchObject({ obstacle: null });
  });

  test.each(["issuing_transaction.updated", "charge.succeeded"] as const)(
    "%s is kept without its content and has no effect",
    (type) => {
      const event = stripeEvent(type, transaction("ic_1", -1));
      expect(stripeInbound.readEvent(event, noHeader)).toMatchObject({ type, content: null });
      expect(effectOf(type, {})).toEqual({ kind: "none" });
    },
  );
});

describe("a stored event", () => {
  test("has nothing of the cardholder", () => {
    const body = stripeEvent("issuing_authorization.created", authorization("ic_1"));
    const stored = JSON.stringify(stripeInbound.readEvent(body, noHeader).content);
    for (const secret of ["Secret", "Hidden", "secret@example.com", "+234", "10001"])
      expect(stored).not.toContain(secret);
  });

  test("an object that cannot be read is kept without the cardholder, and reported when applied", () => {
    const object = { ...authorization("ic_1"), merchant_currency: 5 };
    const event = stripeInbound.readEvent(
      stripeEvent("issuing_authorization.created", object),
      noHeader,
    );
    expect(event.content).toMatchObject({ amount: 1_000, merchant_currency: 5 });
    const stored = JSON.stringify(event.content);
    for (const secret of ["Secret", "Hidden", "+234", "10001"])
      expect(stored).not.toContain(secret);
    expect(() => stripeInbound.effectOf(event)).toThrow("merchant_currency");
  });

  test("an envelope that cannot be read, or of the other environment, is refused", () => {
    expect(() => stripeInbound.readEvent({ id: "evt_1" }, noHeader)).toThrow("type");
    const live = stripeEvent("issuing_card.updated", {}, { livemode: true });
    expect(() => stripeInbound.readEvent(live, noHeader)).toThrow("live mode");
  });
});
