import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/partner/withdrawal/route";
import { NETWORKS } from "@/lib/chain/networks";
import { serviceAddresses } from "@/lib/chain/service-addresses";
import { now, shiftClock } from "@/lib/kernel/clock";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { ADDRESS, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf, statuses } from "@/test/http/client";
import {
  anId,
  expectRefusal,
  expectSuccess,
  invalidFields,
  TIMESTAMP,
} from "@/test/http/expect-answer";
import { rounds } from "@/test/rounds";

let partner: TestPartner;
let wallet: ReturnType<typeof withdrawalsOf>;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  wallet = withdrawalsOf(partner);
});
afterAll(endTests);

const untouched = async () => {
  expect(await walletOf(partner.partnerId)).toBe(1_000);
  expect((await wallet.list()).json.data.pagination.total).toBe(0);
};

describe("a new withdrawal", () => {
  test("is pending, with the fee deducted from the sent amount", async () => {
    const answer = await wallet.create({ amount: 120.5, toAddress: ADDRESS });
    expectSuccess(answer, {
      id: anId("wd"),
      partnerId: partner.partnerId,
      amount: 120.5,
      fee: 0.5,
      netAmount: 120,
      toAddress: ADDRESS,
      chain: "base",
      token: "usdc",
      status: "pending",
      createdAt: TIMESTAMP,
    });
  });

  test("has the time at which its body had arrived", async () => {
    const startedAt = now();
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          shiftClock(15_000);
          controller.enqueue(Buffer.from(JSON.stringify({ amount: 20, toAddress: ADDRESS })));
          controller.close();
        },
      },
      // Produces data only when the service reads it.
      { highWaterMark: 0 },
    );
    const headers = {
      authorization: `Bearer ${partner.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const request = new Request("http://127.0.0.1:3000/", init);
    const response = await POST(request, { params: Promise.resolve({}) });
    const { data } = await response.json();
    expect(Date.parse(data.createdAt) - startedAt.getTime()).toBeGreaterThanOrEqual(15_000);
  });

  test("is debited immediately, with one wallet transaction and no event", async () => {
    await wallet.make(120.5);
    expect(await walletOf(partner.partnerId)).toBe(879.5);
    const { transactions } = (await clientOf(partner).listWalletTransactions()).json.data;
    expect(transactions[0]).toStrictEqual({
      _id: anId("txn"),
      partnerId: partner.partnerId,
      amount: 120.5,
      currency: "USD",
      type: "debit",
      status: "success",
      action: "withdrawal",
      category: "withdrawal",
      narration: `Withdrawal to ${ADDRESS}`,
      createdAt: TIMESTAMP,
    });
    expect(await eventsOf(partner.partnerId, "wallet.withdrawal.crypto")).toEqual([]);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });

  test.each([ADDRESS, ADDRESS.toLowerCase(), `0x${"aB".repeat(20)}`])(
    "keeps its address as sent: %s",
    async (toAddress) => {
      const { json } = await wallet.create({ amount: 5, toAddress });
      expect(json.data.toAddress).toBe(toAddress);
    },
  );

  test("can take the whole balance, after which the next one is refused", async () => {
    expect((await wallet.create({ amount: 1_000, toAddress: ADDRESS })).status).toBe(200);
    expect(await walletOf(partner.partnerId)).toBe(0);
    expectRefusal(
      await wallet.create({ amount: 5, toAddress: ADDRESS }),
      400,
      "INSUFFICIENT_BALANCE",
    );
  });

  test("ignores a chain or token in the request", async () => {
    const body = {
      amount: 5,
      toAddress: ADDRESS,
      chain: "polygon",
      token: "usdt",
      status: "approved",
    };
    const { json } = await wallet.create({ ...body, fee: 0, partnerId: "ptn_other" });
    expect(json.data).toMatchObject({ chain: "base", token: "usdc", status: "pending", fee: 0.5 });
    expect(json.data.partnerId).toBe(partner.partnerId);
  });

  test("the smallest amount of a withdrawal is 5", async () => {
    expect((await wallet.create({ amount: 5, toAddress: ADDRESS })).json.data.netAmount).toBe(4.5);
  });
});

describe("a withdrawal is refused", () => {
  test.each([4.99, 0, -5, 0.01, 4.999])("below 5: %d", async (amount) => {
    expectRefusal(await wallet.create({ amount, toAddress: ADDRESS }), 400, "AMOUNT_BELOW_MIN");
    await untouched();
  });

  test.each([1_000.01, 999_999_999, 1e9 + 0.01, 1e15, 1e308])(
    "beyond the balance: %d",
    async (amount) => {
      expectRefusal(
        await wallet.create({ amount, toAddress: ADDRESS }),
        400,
        "INSUFFICIENT_BALANCE",
      );
      await untouched();
    },
  );

  test.each([
    "0x123",
    ADDRESS.slice(2),
    `${ADDRESS}0`,
    `${ADDRESS}\n`,
    `0X${ADDRESS.slice(2)}`,
    `0x${"g".repeat(40)}`,
    "",
    null,
    undefined,
    42,
    [ADDRESS],
  ])("for an invalid address: %j", async (toAddress) => {
    expectRefusal(await wallet.create({ amount: 5, toAddress }), 400, "VALIDATION_ERROR");
    await untouched();
  });

  test("a withdrawal to an address where the money would be lost is refused with the reason", async () => {
    const { walletAddress: foreign } = await makePartner();
    const [treasury = "", relayer = ""] = await serviceAddresses();
    const refused: [string, RegExp][] = [
      [`0x${"0".repeat(40)}`, /zero address/],
      ...NETWORKS.staging
        .flatMap(({ tokens }) => tokens)
        .map(({ address }): [string, RegExp] => [address, /token contract/]),
      [partner.walletAddress, /same account/],
      [foreign, /address of this service/],
      [treasury, /address of this service/],
      [relayer, /address of this service/],
    ];
    for (const [address, why] of refused)
      for (const toAddress of [address, address.toLowerCase()]) {
        const answer = await wallet.create({ amount: 5, toAddress });
        expectRefusal(answer, 400, "VALIDATION_ERROR");
        expect(answer.json.data.error).toMatch(why);
      }
    await untouched();
  });

  test.each([
    [undefined, "amount: isNotEmpty"],
    ["5", "amount: isNumber"],
    [null, "amount: isNumber"],
    [true, "amount: isNumber"],
    [[5], "amount: isNumber"],
    [5.005, "amount: maxDecimals"],
  ])("for an invalid amount: %j", async (amount, fields) => {
    const answer = await wallet.create({ amount, toAddress: ADDRESS });
    expect(invalidFields(answer)).toEqual([expect.stringContaining(fields)]);
    await untouched();
  });

  test.each([
    [{}, ["amount", "toAddress"]],
    [{ amount: "5", toAddress: "x" }, ["amount", "toAddress"]],
    [{ amount: 5.001, toAddress: "x" }, ["amount", "toAddress"]],
    [{ amount: 3 }, ["amount", "toAddress"]],
    [{ amount: 1e15 }, ["amount", "toAddress"]],
  ])(
    "with all invalid fields, if one of them has no error code or is missing: %j",
    async (body, fields) => {
      const answer = await wallet.create(body);
      expect(answer.json.data.error.map(({ property }: { property: string }) => property)).toEqual(
        fields,
      );
      await untouched();
    },
  );

  test("a body that is not an object, or is too large, is refused", async () => {
    expect(invalidFields(await wallet.create("[1]"))).toEqual(["body: isJson"]);
    const large = await wallet.create({ amount: 5, toAddress: ADDRESS, more: "x".repeat(70_000) });
    expectRefusal(large, 413, "PAYLOAD_TOO_LARGE");
  });

  test("a withdrawal without a key is refused", async () => {
    const answer = await wallet.create({ amount: 5, toAddress: ADDRESS }, "");
    expect(invalidFields(answer)).toEqual(["idempotency-key: isNotEmpty"]);
    await untouched();
  });
});

describe("a used idempotency key", () => {
  const body = { amount: 100, toAddress: ADDRESS };

  test.each([
    ["the same body", body],
    ["another amount", { amount: 7, toAddress: ADDRESS }],
    ["more than there is", { amount: 5_000, toAddress: ADDRESS }],
    ["a body that would be refused", { amount: 1 }],
  ])("returns the existing withdrawal without a second debit, for %s", async (_, second) => {
    const key = randomUUID();
    const first = await wallet.create(body, key);
    const answer = await wallet.create(second, key);
    expectSuccess(answer, first.json.data);
    expect(answer.headers.get("idempotent-replayed")).toBe("true");
    expect(await walletOf(partner.partnerId)).toBe(900);
  });

  test("returns its current state", async () => {
    const key = randomUUID();
    const { id } = (await wallet.create(body, key)).json.data;
    await wallet.cancel(id);
    const { data } = (await wallet.create(body, key)).json;
    expect(data).toMatchObject({ id, status: "cancelled", cancelledAt: TIMESTAMP });
    expect(await walletOf(partner.partnerId)).toBe(1_000);
  });

  test("can be used again if the request was refused", async () => {
    const key = randomUUID();
    await wallet.create({ amount: 5_000, toAddress: ADDRESS }, key);
    await wallet.create({ amount: 1, toAddress: ADDRESS }, key);
    const answer = await wallet.create(body, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
  });

  test("an idempotency key that another partner used is independent", async () => {
    const key = randomUUID();
    const other = await makePartner({ balanceUsd: 500 });
    const mine = (await wallet.create(body, key)).json.data;
    const theirs = (await withdrawalsOf(other).create(body, key)).json.data;
    expect(theirs.id).not.toBe(mine.id);
    expect(theirs.partnerId).toBe(other.partnerId);
    expect(await walletOf(other.partnerId)).toBe(400);
  });

  test("50 concurrent requests with one idempotency key debit once, and all get the same withdrawal", async () => {
    const key = randomUUID();
    const sent = Array.from({ length: 50 }, (_, index) =>
      wallet.create(index % 2 === 0 ? body : { ...body, amount: 10 }, key),
    );
    const answers = await Promise.all(sent);
    expect(statuses(answers)).toEqual({ 200: 50 });
    const seen = new Set(answers.map(({ json }) => JSON.stringify(json.data)));
    expect(seen.size).toBe(1);
    const [{ amount }] = [...seen].map((text) => JSON.parse(text));
    expect(await walletOf(partner.partnerId)).toBe(1_000 - amount);
    expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  });
});

test("20 concurrent withdrawals never take more than the balance", async () => {
  for (let round = 0; round < rounds(5, 200); round++) {
    const racing = await makePartner({ balanceUsd: 70 });
    const each = Array.from({ length: 20 }, () =>
      withdrawalsOf(racing).create({ amount: 10, toAddress: ADDRESS }),
    );
    const answers = await Promise.all(each);
    expect(statuses(answers)).toEqual({ 200: 7, 400: 13 });
    for (const refused of answers.filter(({ status }) => status === 400))
      expectRefusal(refused, 400, "INSUFFICIENT_BALANCE");
    expect(await walletOf(racing.partnerId)).toBe(0);
    expect(await withdrawalFaults(racing.partnerId)).toEqual([]);
  }
});
