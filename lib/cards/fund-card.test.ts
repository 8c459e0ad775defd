import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
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

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 100_000 });
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 1 });
});
afterAll(endTests);

async function available(cardId = serviceCardId): Promise<number> {
  return (await client.getCard(cardId)).json.data.availableBalance;
}

test("moves the amount from the wallet to the card and responds with an empty object", async () => {
  const before = { card: await available(), wallet: await walletOf(partner.partnerId) };
  expectSuccess(await client.fund({ serviceCardId, amount: 50.25, reference: "top-up" }), {});
  expect(await available()).toBe(before.card + 50.25);
  expect(await walletOf(partner.partnerId)).toBe(before.wallet - 50.25);
});

test("its reference is in the wallet's list", async () => {
  expectSuccess(await client.fund({ serviceCardId, amount: 5, reference: "trip 2291" }), {});
  const { transactions } = (await client.listWalletTransactions({ limit: 1 })).json.data;
  expect(transactions[0].narration).toMatch(/^Funding of card ending \d{4}: trip 2291$/);
});

test("is listed in the wallet as a funding debit with its card, and sends no event", async () => {
  const eventsBefore = (await eventsOf(partner.partnerId)).length;
  await client.fund({ serviceCardId, amount: 7 });
  const { transactions } = (await client.listWalletTransactions({ limit: 1 })).json.data;
  const { last4 } = (await client.getCard(serviceCardId)).json.data;
  expect(transactions).toStrictEqual([
    {
      _id: anId("txn"),
      partnerId: partner.partnerId,
      amount: 7,
      currency: "USD",
      type: "debit",
      status: "success",
      action: "funding",
      category: "card_funding",
      narration: `Funding of card ending ${last4}`,
      serviceCardId,
      createdAt: TIMESTAMP,
    },
  ]);
  expect(await eventsOf(partner.partnerId)).toHaveLength(eventsBefore);
});

describe("limits", () => {
  async function narrationWith(reference: string): Promise<string> {
    expectSuccess(await client.fund({ serviceCardId, amount: 5, reference }), {});
    return (await client.listWalletTransactions({ limit: 1 })).json.data.transactions[0].narration;
  }

  test.each([5, 5.01, 9999.99, 10_000])("takes an amount of %d", async (amount) => {
    const before = await available();
    expectSuccess(await client.fund({ serviceCardId, amount }), {});
    expect((await available()) - before).toBeCloseTo(amount, 6);
  });

  test.each([
    [4.99, "amount: min"],
    [0, "amount: min"],
    [-5, "amount: min"],
    [10_000.01, "amount: max"],
    [5.005, "amount: maxDecimals"],
    ["5", "amount: isNumber"],
    [null, "amount: isNumber"],
    [true, "amount: isNumber"],
    [[5], "amount: isNumber"],
    [{}, "amount: isNumber"],
    [undefined, "amount: isNotEmpty"],
  ])("refuses an amount of %j and moves nothing", async (amount, fault) => {
    const before = await walletOf(partner.partnerId);
    expect(invalidFields(await client.fund({ serviceCardId, amount }))).toEqual([fault]);
    expect(await walletOf(partner.partnerId)).toBe(before);
  });

  test.each([1, 256])("lists a reference of %d characters completely", async (length) => {
    const reference = "😀".repeat(length);
    expect(await narrationWith(reference)).toMatch(new RegExp(`ending \\d{4}: ${reference}$`, "u"));
  });

  test.each([257, 4096])(
    "accepts a reference of %d characters, and lists its first 256",
    async (length) => {
      const shown = new RegExp(`ending \\d{4}: ${"😀".repeat(256)}…$`, "u");
      expect(await narrationWith("😀".repeat(length))).toMatch(shown);
    },
  );

  test("removes characters that change the direction or break the line", async () => {
    const shown = / ending \d{4}: {2}order 7 paid $/;
    expect(await narrationWith("\u202eorder 7\npaid\u2066")).toMatch(shown);
  });

  test("treats an empty reference as absent", async () => {
    expect(await narrationWith("")).toMatch(/ending \d{4}$/);
  });

  test("refuses a reference of 4097 characters, one that is not a string, and one with NUL", async () => {
    const refused = async (reference: unknown) =>
      invalidFields(await client.fund({ serviceCardId, amount: 5, reference }));
    expect(await refused("r".repeat(4097))).toEqual(["reference: maxLength"]);
    expect(await refused(118)).toEqual(["reference: isString"]);
    expect(await refused("a\0b")).toEqual(["reference: isText"]);
  });

  test("reports every invalid field together", async () => {
    const answer = await client.fund({ amount: 1, reference: 2 });
    expect(invalidFields(answer).sort()).toEqual([
      "amount: min",
      "reference: isString",
      "serviceCardId: isNotEmpty",
    ]);
  });
});

describe("fees", () => {
  test("a flat fee and a percentage are charged in an entry of their own", async () => {
    const paying = await makePartner({
      balanceUsd: 1_000,
      fees: { fundingFeeMicroUsd: 250_000n, fundingFeeBps: 150 },
    });
    const cardId = await makeCard(paying, { amountUsd: 1 });
    const before = await walletOf(paying.partnerId);
    // 1.5 % of 33.33 is 0.49995: fees round half a cent up.
    expectSuccess(await clientOf(paying).fund({ serviceCardId: cardId, amount: 33.33 }), {});
    expect(await walletOf(paying.partnerId)).toBeCloseTo(before - 33.33 - 0.75, 6);
    const { transactions } = (await clientOf(paying).listWalletTransactions({ limit: 2 })).json
      .data;
    expect(
      transactions.map((row: Record<string, unknown>) => [row.action, row.category, row.amount]),
    ).toEqual([
      ["funding", "funding_fee", 0.75],
      ["funding", "card_funding", 33.33],
    ]);
    expect(await bookFaults(paying.partnerId)).toEqual([]);
  });

  test("an amount that the wallet covers only without the fee gives 402 and charges nothing", async () => {
    const poor = await makePartner({ balanceUsd: 12, fees: { fundingFeeMicroUsd: 10_000n } });
    const cardId = await makeCard(poor, { amountUsd: 1 });
    const answer = await clientOf(poor).fund({ serviceCardId: cardId, amount: 10 });
    expectRefusal(answer, 402, "INSUFFICIENT_WALLET_BALANCE");
    expect(await walletOf(poor.partnerId)).toBe(10);
    expectSuccess(await clientOf(poor).fund({ serviceCardId: cardId, amount: 9.99 }), {});
    expect(await walletOf(poor.partnerId)).toBe(0);
  });
});

describe("refusals", () => {
  test("INSUFFICIENT_WALLET_BALANCE when the wallet lacks a cent", async () => {
    const poor = await makePartner({ balanceUsd: 10 });
    const cardId = await makeCard(poor, { amountUsd: 1 });
    const answer = await clientOf(poor).fund({ serviceCardId: cardId, amount: 8.01 });
    expectRefusal(answer, 402, "INSUFFICIENT_WALLET_BALANCE");
    expect(await walletOf(poor.partnerId)).toBe(8);
    expectSuccess(await clientOf(poor).fund({ serviceCardId: cardId, amount: 8 }), {});
  });

  test("CRYPTO_CARD_FUND_BLOCKED for a crypto card", async () => {
    const cardId = await makeCard(partner, { fundingType: "crypto" });
    const answer = await client.fund({ serviceCardId: cardId, amount: 5 });
    expectRefusal(answer, 400, "CRYPTO_CARD_FUND_BLOCKED");
  });

  test("CARD_ALREADY_FROZEN and CARD_ALREADY_TERMINATED have the remedy", async () => {
    const cardId = await makeCard(partner, { amountUsd: 1 });
    await client.switchCard(cardId, "freeze");
    const frozen = await client.fund({ serviceCardId: cardId, amount: 5 });
    expectRefusal(frozen, 400, "CARD_ALREADY_FROZEN");
    expect(frozen.json.data.error).toMatch(/unfreeze/i);
    await client.terminate(cardId);
    const terminated = await client.fund({ serviceCardId: cardId, amount: 5 });
    expectRefusal(terminated, 400, "CARD_ALREADY_TERMINATED");
    expect(terminated.json.data.error).toMatch(/create another/i);
  });

  test.each(["card_0000000000000000000000zzzz", "card_", "", "usr_1", "x"])(
    "CARD_NOT_FOUND for the unknown card %j",
    async (cardId) => {
      const answer = await client.fund({ serviceCardId: cardId, amount: 5 });
      if (cardId === "") expect(invalidFields(answer)).toEqual(["serviceCardId: isNotEmpty"]);
      else expectRefusal(answer, 404, "CARD_NOT_FOUND");
    },
  );

  test("leave the books unchanged", async () => {
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});
