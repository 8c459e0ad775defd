import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { balancesOf, bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { atOnce, type Client, clientOf, statuses } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";

const EVENT = "wallet.deposit.card-withdrawal";

let partner: TestPartner;
let client: Client;

beforeEach(async () => {
  partner = await makePartner();
  client = clientOf(partner);
});
afterAll(endTests);

const cards = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeCard(partner, { amountUsd: 5 })));

describe("the balance of a terminated card", () => {
  test.each(["active", "frozen"])("is credited to the wallet completely: %s", async (status) => {
    const serviceCardId = await makeCard(partner, { amountUsd: 75.5 });
    if (status === "frozen") await client.switchCard(serviceCardId, "freeze");
    const before = await walletOf(partner.partnerId);
    const answer = await client.terminate(serviceCardId);
    expectSuccess(answer, { serviceCardId, liquidationStatus: "processing" });
    expect(await balancesOf(serviceCardId)).toEqual({
      available: 0,
      held: 0,
      wallet: before + 75.5,
    });
    expect((await client.getCard(serviceCardId)).json.data.status).toBe("terminated");
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("is in both lists, and in one event with source and without reference", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 75.5 });
    await client.terminate(serviceCardId);
    const [credit] = (await client.listWalletTransactions({ limit: 1 })).json.data.transactions;
    expect(credit).toMatchObject({
      type: "credit",
      action: "withdrawal",
      category: "liquidation",
      amount: 75.5,
      serviceCardId,
    });
    const { transactions } = (await client.listCardTransactions({ serviceCardId })).json.data;
    expect(transactions).toStrictEqual([
      {
        serviceTransactionId: anId("txn"),
        serviceCardId,
        amount: 75.5,
        currency: "USD",
        status: "settled",
        transactionType: "withdrawal",
        description: "Liquidation of a terminated card",
        merchantName: "",
        merchantCountry: "",
        createdAt: TIMESTAMP,
      },
    ]);
    const data = {
      partnerId: partner.partnerId,
      serviceCardId,
      serviceTransactionId: transactions[0].serviceTransactionId,
      amount: 75.5,
      fee: 0,
      netAmount: 75.5,
      currency: "USD",
      source: "liquidation",
    };
    expect(await eventsOf(partner.partnerId, EVENT)).toStrictEqual([
      { event: EVENT, timestamp: TIMESTAMP, data },
    ]);
  });

  test("a balance of zero causes no liquidation and no event", async () => {
    const serviceCardId = await makeCard(partner, { fundingType: "crypto" });
    const answer = await client.terminate(serviceCardId);
    expectSuccess(answer, { serviceCardId, liquidationStatus: "processing" });
    expect(await eventsOf(partner.partnerId, EVENT)).toEqual([]);
    const { pagination } = (await client.listCardTransactions({ serviceCardId })).json.data;
    expect(pagination.total).toBe(0);
  });

  test("keeps the hold of an open authorization", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 50 });
    await client.authorize(serviceCardId, { amount: 20 });
    const before = await walletOf(partner.partnerId);
    await client.terminate(serviceCardId);
    expect(await balancesOf(serviceCardId)).toEqual({
      available: 0,
      held: 20,
      wallet: before + 30,
    });
    const { availableBalance, ledgerBalance } = (await client.getCard(serviceCardId)).json.data;
    expect([availableBalance, ledgerBalance]).toEqual([0, 20]);
  });
});

describe("the reference", () => {
  const referenceOf = async () => (await eventsOf(partner.partnerId, EVENT))[0].data.reference;

  test.each([
    ["the query", { query: { reference: "closed #1" } }],
    ["the body", { body: { reference: "closed #1" } }],
    [
      "the query, when both have one",
      { query: { reference: "closed #1" }, body: { reference: "2" } },
    ],
  ])("is accepted in %s and echoed in the event", async (_, options) => {
    expect((await client.terminate(await makeCard(partner), options)).status).toBe(200);
    expect(await referenceOf()).toBe("closed #1");
  });

  test("can have 4096 characters and is echoed completely; 4097 are refused", async () => {
    const cardId = await makeCard(partner);
    const tooLong = "r".repeat(4097);
    const inQuery = await client.terminate(cardId, { query: { reference: tooLong } });
    expect(invalidFields(inQuery)).toEqual(["reference: maxLength"]);
    const inBody = await client.terminate(cardId, { body: { reference: tooLong } });
    expect(invalidFields(inBody)).toEqual(["reference: maxLength"]);
    const reference = "😀".repeat(4096);
    expect((await client.terminate(cardId, { body: { reference } })).status).toBe(200);
    expect(await referenceOf()).toBe(reference);
    const { transactions } = (await client.listCardTransactions({ serviceCardId: cardId })).json
      .data;
    expect(transactions[0].description).toBe("Liquidation of a terminated card");
  });

  test.each([
    ["the query", { query: { reference: "" } }, undefined],
    ["the body", { body: { reference: "" } }, undefined],
    [
      "the query beside one in the body",
      { query: { reference: "" }, body: { reference: "2" } },
      "2",
    ],
  ])("counts as absent when empty in %s", async (_, options, echoed) => {
    expect((await client.terminate(await makeCard(partner), options)).status).toBe(200);
    expect(await referenceOf()).toBe(echoed);
  });

  test("a reference that is empty or absent makes the same request in a repeat", async () => {
    const cardId = await makeCard(partner);
    const idempotencyKey = "close-once";
    const first = await client.terminate(cardId, { idempotencyKey });
    const again = await client.terminate(cardId, { idempotencyKey, query: { reference: "" } });
    expectSuccess(again, first.json.data);
  });

  test("is echoed again when a hold is released later", async () => {
    const serviceCardId = await makeCard(partner, { amountUsd: 10 });
    const { serviceTransactionId } = (await client.authorize(serviceCardId, { amount: 10 })).json
      .data;
    await client.terminate(serviceCardId, { query: { reference: "closing" } });
    expect(await eventsOf(partner.partnerId, EVENT)).toEqual([]);
    await client.reverse(serviceTransactionId);
    expect(await referenceOf()).toBe("closing");
  });
});

describe("refusals", () => {
  test("CARD_ALREADY_TERMINATED for the second termination; nothing is liquidated again", async () => {
    const serviceCardId = await makeCard(partner);
    await client.terminate(serviceCardId);
    const before = await walletOf(partner.partnerId);
    expectRefusal(await client.terminate(serviceCardId), 400, "CARD_ALREADY_TERMINATED");
    expect(await walletOf(partner.partnerId)).toBe(before);
    expect(await eventsOf(partner.partnerId, EVENT)).toHaveLength(1);
  });

  test.each(["card_0000000000000000000000zzzz", "x"])("CARD_NOT_FOUND for %s", async (id) => {
    expectRefusal(await client.terminate(id), 404, "CARD_NOT_FOUND");
  });

  test("CARD_DEBIT_LIMIT for the 11th termination of a minute, with Retry-After", async () => {
    const eleven = await cards(11);
    for (const cardId of eleven.slice(0, 5)) await client.terminate(cardId);
    shiftClock(20_000);
    for (const cardId of eleven.slice(5, 10)) await client.terminate(cardId);
    const last = eleven[10] ?? "";
    const answer = await client.terminate(last);
    expectRefusal(answer, 429, "CARD_DEBIT_LIMIT");
    const waitS = Number(answer.headers.get("retry-after"));
    // The minute began with the first termination, and a slow machine asks later.
    expect(waitS).toBeGreaterThan(20);
    expect(waitS).toBeLessThanOrEqual(40);
    expect((await client.getCard(last)).json.data).toMatchObject({ status: "active" });

    shiftClock(waitS * 1_000);
    expect((await client.terminate(last)).status).toBe(200);
  });

  test("CARD_DEBIT_LIMIT counts what a clock that is seconds ahead ended, and not what one that was far ahead ended", async () => {
    const ids = await cards(22);
    const endAt = async (aheadMs: number, ended: readonly string[]) => {
      shiftClock(aheadMs);
      const answers = await Promise.all(ended.map((cardId) => client.terminate(cardId)));
      shiftClock(-aheadMs);
      return statuses(answers);
    };
    expect(await endAt(86_400_000, ids.slice(0, 10))).toEqual({ 200: 10 });
    expect(await endAt(20_000, ids.slice(10, 15))).toEqual({ 200: 5 });
    expect(await endAt(0, ids.slice(15, 22))).toEqual({ 200: 5, 429: 2 });
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("CARD_DEBIT_LIMIT is counted per partner", async () => {
    for (const cardId of await cards(10)) await client.terminate(cardId);
    const other = await makePartner();
    expect((await clientOf(other).terminate(await makeCard(other))).status).toBe(200);
  });

  test("exactly 10 of 20 concurrent terminations succeed", async () => {
    const twenty = await cards(20);
    const before = await walletOf(partner.partnerId);
    const answers = await atOnce(20, (index) => client.terminate(twenty[index] ?? ""));
    expect(statuses(answers)).toEqual({ 200: 10, 429: 10 });
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expectRefusal(answer, 429, "CARD_DEBIT_LIMIT");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await walletOf(partner.partnerId)).toBe(before + 50);
    expect(await eventsOf(partner.partnerId, EVENT)).toHaveLength(10);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});
