import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { balancesOf, bookFaults } from "@/test/fixtures/books";
import {
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { atOnce, type Client, clientOf, statuses } from "@/test/http/client";
import { expectRefusal, expectSuccess, expectUsedKey } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: Client;
let serviceCardId: string;

const funding = (amount = 10) => ({ serviceCardId, amount });
const withdrawal = (amount = 10) => ({ serviceCardId, amount, reference: "r" });

/** A card that the service has read as active and well funded. */
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  client = clientOf(partner);
  serviceCardId = await makeCard(partner, { amountUsd: 100 });
  expectSuccess(await client.fund(funding()), {});
});
afterEach(async () => expect(await bookFaults(partner.partnerId)).toEqual([]));
afterAll(endTests);

/** Changes the card as another process would, without a notice to this process. */
const setElsewhere = (status: string) =>
  sql("UPDATE cards SET status = $2, version = version + 1 WHERE id = $1", [serviceCardId, status]);

describe("a cached card that changed elsewhere", () => {
  test("is not funded while frozen, and again when unfrozen", async () => {
    const before = await balancesOf(serviceCardId);
    await setElsewhere("frozen");
    for (let n = 0; n < 2; n++) {
      expectRefusal(await client.fund(funding()), 400, "CARD_ALREADY_FROZEN");
      expectRefusal(await client.withdraw(withdrawal()), 400, "CARD_ALREADY_FROZEN");
    }
    expect(await balancesOf(serviceCardId)).toEqual(before);
    await setElsewhere("active");
    expectSuccess(await client.fund(funding()), {});
    expect((await balancesOf(serviceCardId)).available).toBe(before.available + 10);
  });

  test("is not funded when terminated", async () => {
    await client.terminate(serviceCardId);
    expectRefusal(await client.fund(funding()), 400, "CARD_ALREADY_TERMINATED");
    expect((await balancesOf(serviceCardId)).available).toBe(0);
  });

  test("stays unknown to another partner", async () => {
    const stranger = clientOf(await makePartner());
    expectRefusal(await stranger.fund(funding()), 404, "CARD_NOT_FOUND");
  });
});

describe("money that moved since the read", () => {
  test("an emptied wallet refuses, and pays again when funded", async () => {
    const { wallet } = await balancesOf(serviceCardId);
    await withdrawalsOf(partner).create({ amount: wallet - 5, toAddress: ADDRESS });
    for (let n = 0; n < 2; n++)
      expectRefusal(await client.fund(funding()), 402, "INSUFFICIENT_WALLET_BALANCE");
    await deposit(partner.partnerId, partner.walletAddress, 5);
    expectSuccess(await client.fund(funding()), {});
    expect((await balancesOf(serviceCardId)).wallet).toBe(0);
  });

  test("a spent card refuses, and returns a refunded amount", async () => {
    const { json } = await client.authorize(serviceCardId, { amount: 105 });
    for (let n = 0; n < 2; n++)
      expectRefusal(await client.withdraw(withdrawal()), 400, "INSUFFICIENT_FUNDS");
    await client.reverse(json.data.serviceTransactionId);
    expect((await client.withdraw(withdrawal())).status).toBe(200);
  });

  test("as many of 50 concurrent requests succeed as the balance covers", async () => {
    const { wallet, available } = await balancesOf(serviceCardId);
    await withdrawalsOf(partner).create({ amount: wallet - 70, toAddress: ADDRESS });
    const answers = await atOnce(50, () => client.fund(funding()));
    expect(statuses(answers)).toEqual({ 200: 7, 402: 43 });
    expect(await balancesOf(serviceCardId)).toMatchObject({
      wallet: 0,
      available: available + 70,
    });
  });
});

test("a used key is refused before the card is read", async () => {
  const key = randomUUID();
  expectSuccess(await client.fund(funding(), key), {});
  expectUsedKey(await client.fund(funding(), key));
  await setElsewhere("frozen");
  expectUsedKey(await client.fund(funding(), key));
});
