import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancesOf, bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type Client, clientOf } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";

const FEE_USD = 1;
const EVENT = "wallet.deposit.card-withdrawal";

let partner: TestPartner;
let client: Client;
let serviceCardId: string;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 100_000 });
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 1_000 });
});
afterAll(endTests);

describe("a withdrawal", () => {
  test("debits the card by the amount and credits the wallet with the amount minus the fee", async () => {
    const before = await balancesOf(serviceCardId);
    const answer = await client.withdraw({ serviceCardId, amount: 20.25, reference: "sweep" });
    expectSuccess(answer, { serviceTransactionId: anId("txn") });
    const after = await balancesOf(serviceCardId);
    expect(after.available).toBeCloseTo(before.available - 20.25, 6);
    expect(after.wallet).toBeCloseTo(before.wallet + 20.25 - FEE_USD, 6);
  });

  test("is a settled withdrawal among the card's transactions", async () => {
    const { serviceTransactionId } = (
      await client.withdraw({ serviceCardId, amount: 5, reference: "r" })
    ).json.data;
    const { transactions } = (await client.listCardTransactions({ serviceCardId, limit: 1 })).json
      .data;
    expect(transactions).toStrictEqual([
      {
        serviceTransactionId,
        serviceCardId,
        amount: 5,
        currency: "USD",
        status: "settled",
        transactionType: "withdrawal",
        description: "Withdrawal to the wallet",
        merchantName: "",
        merchantCountry: "",
        createdAt: TIMESTAMP,
      },
    ]);
  });

  test("is one withdrawal credit of the net amount in the wallet list", async () => {
    await client.withdraw({ serviceCardId, amount: 6, reference: "r" });
    const [row] = (await client.listWalletTransactions({ limit: 1 })).json.data.transactions;
    expect(row).toMatchObject({
      type: "credit",
      action: "withdrawal",
      category: "card_withdrawal",
      amount: 6 - FEE_USD,
      serviceCardId,
    });
  });

  test("sends exactly one event, with its reference and without a source", async () => {
    const before = (await eventsOf(partner.partnerId)).length;
    const reference = "sweep № 7 \u202e🙂 <script>";
    const { serviceTransactionId } = (
      await client.withdraw({ serviceCardId, amount: 12.5, reference })
    ).json.data;
    expect((await eventsOf(partner.partnerId)).slice(before)).toStrictEqual([
      {
        event: EVENT,
        timestamp: TIMESTAMP,
        data: {
          partnerId: partner.partnerId,
          serviceCardId,
          serviceTransactionId,
          amount: 12.5,
          fee: FEE_USD,
          netAmount: 11.5,
          currency: "USD",
          reference,
        },
      },
    ]);
  });

  test("can take the whole balance, and then an empty card is refused", async () => {
    const cardId = await makeCard(partner, { amountUsd: 5 });
    const all = { serviceCardId: cardId, amount: 5, reference: "r" };
    expect((await client.withdraw(all)).status).toBe(200);
    expectRefusal(await client.withdraw(all), 400, "INSUFFICIENT_FUNDS");
    expect(await balancesOf(cardId)).toMatchObject({ available: 0, held: 0 });
  });

  test("takes the available balance, not holds", async () => {
    const cardId = await makeCard(partner, { amountUsd: 20 });
    await client.authorize(cardId, { amount: 14 });
    const answer = await client.withdraw({ serviceCardId: cardId, amount: 6.01, reference: "r" });
    expectRefusal(answer, 400, "INSUFFICIENT_FUNDS");
    const rest = await client.withdraw({ serviceCardId: cardId, amount: 6, reference: "r" });
    expect(rest.status).toBe(200);
    expect(await balancesOf(cardId)).toMatchObject({ available: 0, held: 14 });
  });
});

describe("the fee", () => {
  test.each([
    [0n, 5],
    [2_500_000n, 2.5],
    [4_999_999n, 0.000001],
  ])("of %d micro-USD leaves %d of 5, also in the event", async (fee, netAmount) => {
    const other = await makePartner({ fees: { cardWithdrawalFeeMicroUsd: fee } });
    const cardId = await makeCard(other, { amountUsd: 5 });
    const before = await walletOf(other.partnerId);
    const answer = await clientOf(other).withdraw({
      serviceCardId: cardId,
      amount: 5,
      reference: "r",
    });
    expect(answer.status).toBe(200);
    expect(await walletOf(other.partnerId)).toBeCloseTo(before + netAmount, 6);
    const [event] = await eventsOf(other.partnerId, EVENT);
    expect(event.data).toMatchObject({ amount: 5, fee: Number(fee) / 1e6, netAmount });
    expect(await bookFaults(other.partnerId)).toEqual([]);
  });

  test("can take the whole amount: then there is no wallet credit, row or event", async () => {
    const other = await makePartner({ fees: { cardWithdrawalFeeMicroUsd: 5_000_000n } });
    const serviceCardId = await makeCard(other, { amountUsd: 5 });
    const before = await walletOf(other.partnerId);
    const body = { serviceCardId, amount: 5, reference: "r" };
    expect((await clientOf(other).withdraw(body)).status).toBe(200);
    expect(await walletOf(other.partnerId)).toBe(before);
    expect(await eventsOf(other.partnerId, EVENT)).toEqual([]);
    expect(await bookFaults(other.partnerId)).toEqual([]);
  });
});

describe("limits", () => {
  test.each([5, 10_000])("takes an amount of %d", async (amount) => {
    await client.fund({ serviceCardId, amount });
    expect((await client.withdraw({ serviceCardId, amount, reference: "r" })).status).toBe(200);
  });

  test.each([
    [4.99, "amount: min"],
    [10_000.01, "amount: max"],
    [5.001, "amount: maxDecimals"],
    ["5", "amount: isNumber"],
    [undefined, "amount: isNotEmpty"],
  ])("refuses an amount of %j", async (amount, fault) => {
    const answer = await client.withdraw({ serviceCardId, amount, reference: "r" });
    expect(invalidFields(answer)).toEqual([fault]);
  });

  test.each([1, 256])("accepts a reference of %d characters", async (length) => {
    const reference = "r".repeat(length);
    expect((await client.withdraw({ serviceCardId, amount: 5, reference })).status).toBe(200);
  });

  test.each([
    [undefined, "reference: isNotEmpty"],
    ["", "reference: isNotEmpty"],
    ["r".repeat(257), "reference: maxLength"],
    [null, "reference: isString"],
    [5, "reference: isString"],
    ["a\u0000b", "reference: isText"],
    ["\ud800", "reference: isText"],
  ])("refuses a reference of %j without effect", async (reference, fault) => {
    const before = await balancesOf(serviceCardId);
    const events = (await eventsOf(partner.partnerId)).length;
    const answer = await client.withdraw({ serviceCardId, amount: 5, reference });
    expect(invalidFields(answer)).toEqual([fault]);
    expect(await balancesOf(serviceCardId)).toEqual(before);
    expect(await eventsOf(partner.partnerId)).toHaveLength(events);
  });
});

describe("refusals", () => {
  test("INSUFFICIENT_FUNDS when the card lacks a cent; no event is written", async () => {
    const cardId = await makeCard(partner, { amountUsd: 10 });
    const events = (await eventsOf(partner.partnerId)).length;
    const answer = await client.withdraw({ serviceCardId: cardId, amount: 10.01, reference: "r" });
    expectRefusal(answer, 400, "INSUFFICIENT_FUNDS");
    expect(await eventsOf(partner.partnerId)).toHaveLength(events);
  });

  test("a crypto card can be withdrawn from: without money it is INSUFFICIENT_FUNDS", async () => {
    const cardId = await makeCard(partner, { fundingType: "crypto" });
    const answer = await client.withdraw({ serviceCardId: cardId, amount: 5, reference: "r" });
    expectRefusal(answer, 400, "INSUFFICIENT_FUNDS");
  });

  test("CARD_ALREADY_FROZEN and CARD_ALREADY_TERMINATED", async () => {
    const cardId = await makeCard(partner, { amountUsd: 10 });
    const withdraw = () => client.withdraw({ serviceCardId: cardId, amount: 5, reference: "r" });
    await client.switchCard(cardId, "freeze");
    expectRefusal(await withdraw(), 400, "CARD_ALREADY_FROZEN");
    expect(await balancesOf(cardId)).toMatchObject({ available: 10 });
    await client.terminate(cardId);
    expectRefusal(await withdraw(), 400, "CARD_ALREADY_TERMINATED");
  });

  test("CARD_NOT_FOUND for an unknown card", async () => {
    const unknown = "card_0000000000000000000000zzzz";
    const answer = await client.withdraw({ serviceCardId: unknown, amount: 5, reference: "r" });
    expectRefusal(answer, 404, "CARD_NOT_FOUND");
  });

  test("leave the books unchanged", async () => {
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});
