import type Lithic from "lithic";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { z } from "zod";
import {
  lithicTransactionEvent as event,
  lithicTransactionUpdated,
  lithicRequest as request,
  lithicTransaction as transaction,
} from "@/test/fixtures/lithic-messages";
import { lithicInbound } from ".";
import type { LITHIC_EVENT_TYPES } from "./events";
import type { lithicRequest, lithicTransaction } from "./schema";

const headers: Record<string, string> = {
  "webhook-id": "msg_1",
  "webhook-timestamp": "1763892000",
};
const header = (name: string) => headers[name] ?? null;

const readRequest = (body: unknown) => lithicInbound.readRequest(body, header);

function effectOf(body: object) {
  const read = lithicInbound.readEvent(body, header);
  return lithicInbound.effectOf({ ...read, content: JSON.parse(JSON.stringify(read.content)) });
}

function networkEffect(of: Lithic.Transaction) {
  const effect = effectOf(lithicTransactionUpdated(of));
  if (effect.kind !== "network") throw new Error(`no notification: ${effect.kind}`);
  return effect;
}
const messagesOf = (of: Lithic.Transaction) => networkEffect(of).notification.messages;

test("the schemas read the objects of the official types", () => {
  expectTypeOf<Lithic.CardAuthorization>().toExtend<z.input<typeof lithicRequest>>();
  expectTypeOf<Lithic.Transaction & { events: Lithic.Transaction.Event[] }>().toExtend<
    z.input<typeof lithicTransaction>
  >();
  expectTypeOf<(typeof LITHIC_EVENT_TYPES)[number]>().toExtend<
    NonNullable<Lithic.EventListParams["event_types"]>[number]
  >();
});

describe("an Auth Stream Access request", () => {
  const money = (amount: number, currency: "USD" | "EUR" = "USD") => ({ amount, currency });
  const amounts = (fields: Partial<Lithic.CardAuthorization.Amounts>) => ({
    amounts: { ...request("card", 1_000).amounts, ...fields },
  });

  test("becomes a request with the cardholder's amount", () => {
    const body = request("card-token", 1_234);
    expect(readRequest(body)).toEqual({
      kind: "authorization",
      repeatedWithinMs: 30_000,
      notification: {
        issuer: "lithic",
        issuerTransactionId: body.token,
        issuerCardId: "card-token",
        details: {
          type: "purchase",
          description: "Purchase at COFFEE SHOP",
          merchantName: "COFFEE SHOP",
          merchantCountry: "US",
          merchantCurrency: "USD",
          merchantAmountMinor: 1_234n,
          merchantCategoryCode: "5812",
          entryMode: "icc",
        },
        messages: [
          {
            kind: "authorization",
            id: `${body.token}:1234`,
            // When the request was sent, not when its transaction began.
            at: new Date(1_763_892_000_000),
            amountMicroUsd: 12_340_000n,
            declinedReason: null,
          },
        ],
      },
    });
  });

  const detailsOf = (fields: object) => {
    const read = readRequest(request("card", 100, fields));
    return read.kind === "authorization" ? read.notification.details : undefined;
  };
  const merchant = (fields: object) => ({
    merchant: { ...request("card", 100).merchant, ...fields },
  });

  test("holds the larger amount where Lithic adds an allowance", () => {
    expect(readRequest(request("card", 1_000, amounts({ hold: money(1_250) })))).toMatchObject({
      notification: { messages: [{ amountMicroUsd: 12_500_000n }] },
    });
  });

  test("the event's token makes the id of the decision where the programme has it", () => {
    const body = request("card", 100, { event_token: "the-event" });
    const read = readRequest(body);
    expect(read).toMatchObject({ notification: { messages: [{ id: `${body.token}:the-event` }] } });
    expect(read).not.toHaveProperty("repeatedWithinMs");
  });

  test.each([
    ["DEU", "DE"],
    ["QZZ", "XK"],
    ["ANT", "AN"],
    ["???", ""],
  ])("the merchant's country %s is %j", (country, expected) => {
    expect(detailsOf(merchant({ country }))?.merchantCountry).toBe(expected);
  });

  test("the merchant's currency is taken over", () => {
    const details = detailsOf(amounts({ merchant: money(900, "EUR") }));
    expect(details).toMatchObject({ merchantCurrency: "EUR", merchantAmountMinor: 900n });
  });

  test("the entry mode is a text that can be stored", () => {
    const entry_mode = { ...request("card", 1).pos?.entry_mode, pan: "IC\u0000C\ud800" };
    expect(detailsOf({ pos: { ...request("card", 1).pos, entry_mode } })).toMatchObject({
      entryMode: "icc\ufffd",
    });
    expect(detailsOf({ pos: { entry_mode: { pan: "\u0000" } } })).not.toHaveProperty("entryMode");
  });

  const atm = { ...request("card", 1).pos, terminal: { type: "ATM" } };
  test.each([
    ["cash", { cash_amount: 2_000 }],
    ["an ATM", { pos: atm }],
    ["category 6010", merchant({ mcc: "6010" })],
    ["category 6011", merchant({ mcc: "6011" })],
  ])("with %s it is a cash withdrawal", (_, fields) => {
    expect(detailsOf(fields)?.type).toBe("withdrawal");
  });

  test("is read without facts that are only shown", () => {
    const { merchant: _merchant, pos: _pos, cash_amount: _cash, ...body } = request("card", 100);
    expect(readRequest(body)).toMatchObject({
      notification: { details: { type: "purchase", description: "Purchase", merchantName: "" } },
    });
  });

  test.each([
    ["BALANCE_INQUIRY", "balance"],
    ["CREDIT_AUTHORIZATION", "credit"],
    ["FINANCIAL_CREDIT_AUTHORIZATION", "credit"],
  ] as const)("%s asks for %s", (status, kind) => {
    const read = readRequest(request("card", 0, { status }));
    expect(read).toEqual({ kind, issuerCardId: "card" });
  });

  test("FINANCIAL_AUTHORIZATION holds the amount until its event", () => {
    const read = readRequest(request("card", 500, { status: "FINANCIAL_AUTHORIZATION" }));
    expect(read).toMatchObject({
      notification: { messages: [{ kind: "authorization", amountMicroUsd: 5_000_000n }] },
    });
  });

  test.each<[string, unknown, RegExp]>([
    ["an unknown status", { ...request("card", 1), status: "PARTIAL" }, /PARTIAL/],
    ["another currency", request("card", 1, amounts({ hold: money(1, "EUR") })), /EUR/],
    ["a negative amount", request("card", -1), /negative/],
    ["no card", { ...request("card", 1), card: {} }, /card.token/],
    ["an amount of 13 digits", request("card", 1_000_000_000_000), /12 digits/],
    ["no amounts", { ...request("card", 1), amounts: undefined }, /amounts/],
    ["nothing", null, /the message/],
  ])("is unreadable with %s", (_, body, text) => {
    expect(() => readRequest(body)).toThrow(text);
  });

  test.each([
    [true, null, "APPROVED"],
    [false, "insufficient funds", "INSUFFICIENT_FUNDS"],
    [false, "card frozen", "CARD_PAUSED"],
    [false, "card terminated", "CARD_PAUSED"],
    [false, "card expired", "CARD_PAUSED"],
    [false, "unknown card", "CARD_PAUSED"],
    [false, null, "CARD_PAUSED"],
  ])("approved %s with the reason %s is answered with %s", (approved, declinedReason, result) => {
    const decision = { approved, declinedReason, availableMicroUsd: null };
    expect(lithicInbound.answer(decision, { token: "t" })).toEqual({
      body: { result, token: "t" },
      headers: {},
    });
  });

  test("a balance is answered in cents, rounded down; a request without a token too", () => {
    const decision = { approved: true, declinedReason: null, availableMicroUsd: 12_349_999n };
    expect(lithicInbound.answer(decision, null).body).toEqual({
      result: "APPROVED",
      balance: { amount: 1_234, available: 1_234 },
    });
  });
});

describe("card_transaction.updated", () => {
  const snapshot = (of: Lithic.Transaction) =>
    messagesOf(of).find(({ kind }) => kind === "authorized_total");

  test("an approved authorization is a snapshot of the pending amount that contains our decision", () => {
    const authorization = event("AUTHORIZATION", 1_000);
    const of = transaction("card", 1_000, [authorization]);
    expect(networkEffect(of).notification).toMatchObject({
      issuer: "lithic",
      issuerTransactionId: of.token,
      issuerCardId: "card",
      details: { authorizationCode: "071471" },
      messages: [
        {
          kind: "authorized_total",
          amountMicroUsd: 10_000_000n,
          isOpen: true,
          covers: [`${of.token}:${authorization.token}`, `${of.token}:1000`],
        },
      ],
    });
  });

  test("the snapshot contains the decision about the same request, with and without its event's token", () => {
    const authorization = event("AUTHORIZATION", 1_000);
    const of = transaction("card", 1_000, [authorization]);
    const message = snapshot(of);
    for (const event_token of [undefined, authorization.token]) {
      const body = request("card", 1_000, { token: of.token, ...(event_token && { event_token }) });
      const read = readRequest(body);
      const id = read.kind === "authorization" && read.notification.messages[0]?.id;
      expect(message?.kind === "authorized_total" && message.covers).toContain(id);
    }
  });

  test.each(["UNKNOWN_HOST_TIMEOUT", "IGNORED_TTL_EXPIRY", "SUSPECTED_FRAUD"] as const)(
    "an authorization with the result %s is a decline, perhaps after our approval",
    (result) => {
      const declined = event("AUTHORIZATION", 700, {
        result,
        detailed_results: ["OTHER"] as never,
      });
      const of = transaction("card", 0, [declined], { status: "DECLINED", result });
      expect(messagesOf(of)).toEqual([
        {
          kind: "decline",
          id: `${of.token}:declined`,
          at: new Date(declined.created),
          amountMicroUsd: 7_000_000n,
          declinedReason: result.toLowerCase().replaceAll("_", " "),
        },
      ]);
    },
  );

  test("the reason of a decline without a word is in its details", () => {
    const declined = event("AUTHORIZATION", 700, {
      result: "DECLINED",
      detailed_results: ["CUSTOMER_ASA_TIMEOUT"],
    });
    const of = transaction("card", 0, [declined], { status: "DECLINED", result: "DECLINED" });
    expect(messagesOf(of)).toMatchObject([{ declinedReason: "not decided" }]);
  });

  test("a decline for want of money in the programme is distinguished from one of the card", () => {
    const isShort = (result: Lithic.Transaction.Event["result"]) => {
      const declined = event("AUTHORIZATION", 1_000, { result });
      return networkEffect(transaction("card", 0, [declined], { status: "DECLINED", result }));
    };
    expect(isShort("INSUFFICIENT_FUNDS_PRELOAD").isProgrammeShort).toBe(true);
    expect(isShort("INSUFFICIENT_FUNDS").isProgrammeShort).toBe(false);
  });

  test("the merchant's amount of a pending transaction is that of its authorization", () => {
    const authorization = event("AUTHORIZATION", 1_000);
    authorization.amounts.merchant = { amount: 900, currency: "EUR" };
    const of = transaction("card", 1_000, [authorization]);
    // Lithic reports what was settled, in the transaction's currency.
    of.amounts.merchant = { amount: 0, currency: "EUR" };
    expect(networkEffect(of).notification.details).toMatchObject({
      merchantCurrency: "EUR",
      merchantAmountMinor: 900n,
    });
  });

  test("the network's references are texts that can be stored", () => {
    const authorization = event("AUTHORIZATION", 1_000, {
      network_info: { visa: { transaction_id: "4\u00002" } } as never,
    });
    const of = transaction("card", 1_000, [authorization], { authorization_code: "A\ud800" });
    const { details } = networkEffect(of).notification;
    expect(details).toMatchObject({ networkTransactionId: "42", authorizationCode: "A\ufffd" });
  });

  test.each(["2026-11-23T09:39:30.25", "2026-11-23 09:39:30.250000"])(
    "a time without a zone, %s, is in UTC",
    (created) => {
      const clearing = event("CLEARING", 300, { created });
      const of = transaction("card", 0, [clearing], { created, status: "SETTLED" });
      const at = new Date("2026-11-23T09:39:30.250Z");
      expect(messagesOf(of)).toMatchObject([{ kind: "capture", at }]);
      expect(readRequest(request("card", 100, { created }))).toMatchObject({
        kind: "authorization",
      });
    },
  );

  test.each([
    ["a fraction of a second", "2026-11-23T09:39:30Z", "2026-11-23T09:39:30.6Z"],
    ["another offset", "2026-11-23T10:39:30+02:00", "2026-11-23T09:39:30Z"],
  ])("the newest event is the last one by its time, also with %s", (_, earlier, later) => {
    const first = event("AUTHORIZATION", 700, { result: "INSUFFICIENT_FUNDS", created: earlier });
    const last = event("AUTHORIZATION", 900, { result: "CARD_PAUSED", created: later });
    const of = transaction("card", 0, [last, first], { status: "DECLINED", result: "CARD_PAUSED" });
    expect(messagesOf(of)).toMatchObject([{ amountMicroUsd: 9_000_000n, at: new Date(later) }]);
  });

  test("an advice moves the hold to the transaction's amount", () => {
    const of = transaction("card", 4_200, [
      event("AUTHORIZATION", 100),
      event("AUTHORIZATION_ADVICE", 4_200),
    ]);
    expect(snapshot(of)).toMatchObject({ amountMicroUsd: 42_000_000n, isOpen: true });
  });

  test("a partial reversal lowers the hold; a whole one and an expiry end it", () => {
    const reversed = transaction("card", 600, [
      event("AUTHORIZATION", 1_000),
      event("AUTHORIZATION_REVERSAL", 400),
    ]);
    expect(messagesOf(reversed)).toMatchObject([{ amountMicroUsd: 6_000_000n, isOpen: true }]);
    for (const [type, status] of [
      ["AUTHORIZATION_REVERSAL", "VOIDED"],
      ["AUTHORIZATION_EXPIRY", "EXPIRED"],
    ] as const) {
      const events = [event("AUTHORIZATION", 1_000), event(type, 1_000)];
      expect(messagesOf(transaction("card", 0, events, { status }))).toMatchObject([
        { kind: "authorized_total", amountMicroUsd: 0n, isOpen: false },
      ]);
    }
  });

  test("clearings are captures, each once, and part of the authorized amount", () => {
    const clearings = [event("CLEARING", 300), event("CLEARING", 400)];
    const of = transaction("card", 300, [event("AUTHORIZATION", 1_000), ...clearings]);
    expect(messagesOf(of)).toMatchObject([
      { kind: "authorized_total", amountMicroUsd: 10_000_000n, isOpen: true },
      { kind: "capture", id: clearings[0]?.token, amountMicroUsd: 3_000_000n, isFinal: false },
      { kind: "capture", id: clearings[1]?.token, amountMicroUsd: 4_000_000n },
    ]);
  });

  test("a clearing without an authorization is a forced capture without a snapshot", () => {
    const of = transaction("card", 0, [event("CLEARING", 300)], { status: "SETTLED" });
    expect(messagesOf(of)).toMatchObject([{ kind: "capture", amountMicroUsd: 3_000_000n }]);
  });

  test("a single message is collected by its event", () => {
    const of = transaction("card", 0, [event("FINANCIAL_AUTHORIZATION", 500)], {
      status: "SETTLED",
    });
    expect(messagesOf(of)).toMatchObject([
      { kind: "authorized_total", amountMicroUsd: 5_000_000n, isOpen: false },
      { kind: "capture", amountMicroUsd: 5_000_000n },
    ]);
  });

  test("a declined single message collects nothing", () => {
    const declined = event("FINANCIAL_AUTHORIZATION", 500, { result: "INSUFFICIENT_FUNDS" });
    const fields = { status: "DECLINED", result: "INSUFFICIENT_FUNDS" } as const;
    expect(messagesOf(transaction("card", 0, [declined], fields))).toMatchObject([
      { kind: "decline", amountMicroUsd: 5_000_000n, declinedReason: "insufficient funds" },
    ]);
  });

  test.each([
    ["FINANCIAL_AUTHORIZATION", "CREDIT", ["capture", "refund"]],
    ["FINANCIAL_CREDIT_AUTHORIZATION", "DEBIT", ["refund", "refund_reversal"]],
  ] as const)("the reversal of %s moves the money back", (type, effective_polarity, kinds) => {
    const single = event(type, 500);
    const reversal = event("AUTHORIZATION_REVERSAL", 200, { effective_polarity });
    const of = transaction("card", 0, [single, reversal], { status: "SETTLED" });
    const moved = messagesOf(of).filter(({ kind }) => kind !== "authorized_total");
    expect(moved).toMatchObject([
      { kind: kinds[0], amountMicroUsd: 5_000_000n },
      { kind: kinds[1], id: reversal.token, amountMicroUsd: 2_000_000n },
    ]);
  });

  test("the reversal of a declined single message moves nothing", () => {
    const declined = event("FINANCIAL_AUTHORIZATION", 500, { result: "UNKNOWN_HOST_TIMEOUT" });
    const events = [declined, event("AUTHORIZATION_REVERSAL", 500)];
    const of = transaction("card", 0, events, { status: "VOIDED" });
    expect(messagesOf(of)).toMatchObject([{ kind: "authorized_total", amountMicroUsd: 0n }]);
  });

  test.each([
    ["RETURN", "CREDIT", "refund"],
    ["FINANCIAL_CREDIT_AUTHORIZATION", "CREDIT", "refund"],
    ["CLEARING", "CREDIT", "refund"],
    ["RETURN_REVERSAL", "DEBIT", "refund_reversal"],
  ] as const)("%s %s is a %s without a snapshot", (type, effective_polarity, kind) => {
    const posting = event(type, 250, { effective_polarity });
    const of = transaction("card", 0, [posting], { status: "SETTLED" });
    expect(messagesOf(of)).toMatchObject([{ kind, id: posting.token, amountMicroUsd: 2_500_000n }]);
  });

  test("amounts of credits may be negative", () => {
    const of = transaction("card", 0, [event("RETURN", -250)], { status: "SETTLED" });
    expect(messagesOf(of)).toMatchObject([{ kind: "refund", amountMicroUsd: 2_500_000n }]);
  });

  test.each([
    ["CORRECTION_DEBIT", "DEBIT", "capture"],
    ["CORRECTION_CREDIT", "CREDIT", "refund"],
  ] as const)("%s is posted and reported", (type, effective_polarity, kind) => {
    const of = transaction("card", 0, [event(type, 10, { effective_polarity })], {
      status: "SETTLED",
    });
    const effect = networkEffect(of);
    expect(effect.corrections).toMatchObject([{ type }]);
    expect(effect.notification.messages).toMatchObject([{ kind }]);
  });

  test.each(["CREDIT_AUTHORIZATION", "CREDIT_AUTHORIZATION_ADVICE", "BALANCE_INQUIRY"] as const)(
    "%s moves nothing",
    (type) => {
      const of = transaction("card", 0, [event(type, 100)]);
      expect(effectOf(lithicTransactionUpdated(of))).toEqual({ kind: "none" });
    },
  );

  test.each([
    ["AUTHORIZATION_REVERSAL", 600, "PENDING"],
    ["AUTHORIZATION_EXPIRY", 0, "EXPIRED"],
  ] as const)("%s of a credit that was only announced holds nothing", (type, left, status) => {
    const events = [event("CREDIT_AUTHORIZATION", 1_000), event(type, 400)];
    const of = transaction("card", left, events, { status });
    expect(effectOf(lithicTransactionUpdated(of))).toEqual({ kind: "none" });
  });

  test("a later snapshot has a higher revision", () => {
    const first = event("AUTHORIZATION", 100);
    const revisionOf = (of: Lithic.Transaction) => {
      const message = snapshot(of);
      return message?.kind === "authorized_total" ? message.revision : -1n;
    };
    const revisions = [
      revisionOf(transaction("card", 100, [first])),
      revisionOf(transaction("card", 0, [first], { status: "VOIDED" })),
      revisionOf(transaction("card", 0, [first, event("CLEARING", 100)])),
      revisionOf(transaction("card", 0, [first, event("CLEARING", 100)], { status: "SETTLED" })),
    ];
    expect(revisions.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(revisions);
    expect(new Set(revisions).size).toBe(revisions.length);
  });

  const broken = (fields: Partial<Lithic.Transaction>, ...events: Lithic.Transaction.Event[]) =>
    lithicTransactionUpdated(transaction("card", 0, events, fields));
  const inEuro = { cardholder: { amount: 1, conversion_rate: "1", currency: "EUR" as const } };
  test.each<[string, object, RegExp]>([
    ["an unknown status", broken({ status: "HELD" as never }), /HELD/],
    ["an unknown event", broken({}, event("TIP" as never, 1)), /TIP DEBIT/],
    [
      "an unknown polarity",
      broken({}, event("RETURN", 1, { effective_polarity: "DEBIT" })),
      /RETURN DEBIT/,
    ],
    ["a declined clearing", broken({}, event("CLEARING", 1, { result: "DECLINED" })), /CLEARING/],
    [
      "another currency",
      broken({}, event("CLEARING", 1, { amounts: { ...event("CLEARING", 1).amounts, ...inEuro } })),
      /EUR/,
    ],
    ["no events", { ...broken({}), events: undefined }, /events/],
  ])("is unreadable with %s", (_, body, text) => {
    expect(() => effectOf(body)).toThrow(text);
  });
});

describe("other events", () => {
  test("card.updated reports only a closed card", () => {
    const updated = (state: string) => ({ event_type: "card.updated", card_token: "c", state });
    expect(effectOf(updated("CLOSED"))).toEqual({ kind: "card_closed", issuerCardId: "c" });
    expect(effectOf(updated("PAUSED"))).toEqual({ kind: "none" });
  });

  test("account_holder.updated reports a status other than ACCEPTED", () => {
    const updated = (status: string) => ({
      event_type: "account_holder.updated",
      token: "h",
      status,
      status_reasons: ["ADDRESS_VERIFICATION_FAILURE"],
    });
    expect(effectOf(updated("REJECTED"))).toEqual({
      kind: "cardholder",
      cardholderId: "h",
      obstacle: "REJECTED, ADDRESS_VERIFICATION_FAILURE",
    });
    expect(effectOf(updated("ACCEPTED"))).toMatchObject({ obstacle: null });
  });

  test("account_holder.verification names the account, which is our id of the cardholder", () => {
    const verification = {
      event_type: "account_holder.verification",
      token: "h",
      account_token: "a",
      status: "PENDING_REVIEW",
      status_reasons: [],
    };
    expect(effectOf(verification)).toEqual({
      kind: "cardholder",
      cardholderId: "a",
      obstacle: "PENDING_REVIEW",
    });
  });

  test("an event has the id and the time of its headers", () => {
    const body = { event_type: "balance.updated" };
    expect(lithicInbound.readEvent(body, header)).toEqual({
      id: "msg_1",
      type: "balance.updated",
      createdAt: new Date(1_763_892_000_000),
      content: null,
    });
    expect(() => lithicInbound.readEvent({}, header)).toThrow("event_type");
  });

  test("nothing of the cardholder is stored", () => {
    const body = lithicTransactionUpdated(transaction("card", 1, [event("AUTHORIZATION", 1)]));
    const unreadable = { ...body, status: 5 };
    for (const each of [body, unreadable]) {
      const stored = JSON.stringify(lithicInbound.readEvent(each, header).content);
      expect(stored).toContain('"hold"');
      for (const secret of ["Hidden", "10001"]) expect(stored).not.toContain(secret);
    }
  });
});
