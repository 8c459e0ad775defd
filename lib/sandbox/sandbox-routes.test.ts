import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";

let partner: TestPartner;
let client: Client;
let serviceCardId: string;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

const authorized = () => ({
  serviceTransactionId: anId("txn"),
  serviceCardId,
  amount: 25,
  currency: "USD",
  status: "authorized",
  transactionType: "purchase",
  description: "Purchase at Blue Bottle Coffee",
  merchantName: "Blue Bottle Coffee",
  merchantCountry: "US",
  createdAt: TIMESTAMP,
});

describe("Simulate Authorization", () => {
  test("returns the transaction, with a declinedReason only if it is declined", async () => {
    expectSuccess(await client.authorize(serviceCardId, { amount: 25 }), authorized());
    expectSuccess(await client.authorize(serviceCardId, { amount: 100 }), {
      ...authorized(),
      amount: 100,
      status: "declined",
      declinedReason: "insufficient funds",
    });
  });

  test("accepts a currency, a type and a description; the amount stays in USD", async () => {
    const answer = await client.authorize(serviceCardId, {
      amount: 25,
      currency: "JPY",
      transactionType: "withdrawal",
      description: "Cash",
    });
    expectSuccess(answer, {
      ...authorized(),
      transactionType: "withdrawal",
      description: "Cash",
    });
  });

  test.each([
    [{}, ["amount: isNotEmpty"]],
    [{ amount: 0 }, ["amount: min"]],
    [{ amount: 1_000_000.01 }, ["amount: max"]],
    [{ amount: 1.001 }, ["amount: maxDecimals"]],
    [{ amount: 1, merchantName: "" }, ["merchantName: isNotEmpty"]],
    [{ amount: 1, merchantName: "  " }, ["merchantName: isNotEmpty"]],
    [{ amount: 1, merchantName: "m".repeat(101) }, ["merchantName: maxLength"]],
    [{ amount: 1, merchantName: "a\u202eb" }, ["merchantName: isText"]],
    [{ amount: 1, merchantCountry: "usa" }, ["merchantCountry: matches"]],
    [{ amount: 1, currency: "usd" }, ["currency: matches"]],
    [{ amount: 1, currency: "USD\n" }, ["currency: matches"]],
    [{ amount: 1, transactionType: "refund" }, ["transactionType: isIn"]],
    [{ amount: 1, description: "" }, ["description: isNotEmpty"]],
  ])("refuses %j as invalid", async (body, faults) => {
    expect(invalidFields(await client.authorize(serviceCardId, body))).toEqual(faults);
    expect(await eventsOf(partner.partnerId, "card.transaction-event")).toEqual([]);
  });

  test("refuses an unknown card with CARD_NOT_FOUND", async () => {
    const answer = await client.authorize("card_0000000000000000000000zzzz", { amount: 1 });
    expectRefusal(answer, 404, "CARD_NOT_FOUND");
  });
});

describe.each(["settle", "reverse", "refund"] as const)("%s", (verb) => {
  const open = async () => {
    const id = (await client.authorize(serviceCardId, { amount: 25 })).json.data
      .serviceTransactionId;
    if (verb === "refund") await client.settle(id);
    return id;
  };

  test("applies to the whole amount if there is no body", async () => {
    const id = await open();
    expectSuccess(await client[verb](id), {
      ...authorized(),
      ...(verb === "refund"
        ? {
            serviceTransactionId: `${id}_rev`,
            status: "reversed",
            transactionType: "refund",
            description: "Refund of Purchase at Blue Bottle Coffee",
          }
        : { status: verb === "settle" ? "settled" : "reversed" }),
    });
  });

  test.each([
    [0, "amount: min"],
    [-1, "amount: min"],
    [1_000_000.01, "amount: max"],
    [0.001, "amount: maxDecimals"],
    ["5", "amount: isNumber"],
    [null, "amount: isNumber"],
  ])("refuses an amount of %j", async (amount, fault) => {
    expect(invalidFields(await client[verb](await open(), amount))).toEqual([fault]);
  });

  test.each(["txn_0000000000000000000000zzzz", "x", "txn_1"])(
    "refuses the unknown transaction %s with TRANSACTION_NOT_FOUND",
    async (id) => expectRefusal(await client[verb](id), 404, "TRANSACTION_NOT_FOUND"),
  );

  test("refuses a card withdrawal, a fee and a refund with TRANSACTION_NOT_OPEN", async () => {
    const euro = await client.authorize(serviceCardId, { amount: 10, currency: "EUR" });
    const taken = await client.withdraw({ serviceCardId, amount: 5, reference: "r" });
    const bought = (await client.authorize(serviceCardId, { amount: 25 })).json.data;
    await client.settle(bought.serviceTransactionId);
    const refund = await client.refund(bought.serviceTransactionId);
    for (const id of [
      `${euro.json.data.serviceTransactionId}_fx`,
      taken.json.data.serviceTransactionId,
      refund.json.data.serviceTransactionId,
    ]) {
      expectRefusal(await client[verb](id), 400, "TRANSACTION_NOT_OPEN");
    }
  });
});
