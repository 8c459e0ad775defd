import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { deposit, endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { clientOf } from "@/test/http/client";
import { expectSuccess } from "@/test/http/expect-answer";

afterAll(endTests);

test("returns the exact available and pending amounts and the currency", async () => {
  const client = clientOf(await makePartner({ balanceUsd: 250.5 }));
  expectSuccess(await client.balance(), {
    availableBalance: 250.5,
    pendingWithdrawals: 0,
    currency: "USD",
  });
});

test("a new partner has a zero balance", async () => {
  const client = clientOf(await makePartner({ balanceUsd: 0 }));
  expect((await client.balance()).json.data.availableBalance).toBe(0);
});

test("keeps six decimals of deposits, and sums of tenths are exact", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  for (const amount of [0.1, 0.2, 0.000001]) {
    await deposit(partner.partnerId, partner.walletAddress, amount);
  }
  expect((await clientOf(partner).balance()).json.data.availableBalance).toBe(0.300001);
});

test("a large balance stays exact to the micro-dollar", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await deposit(partner.partnerId, partner.walletAddress, 999_999_999.999999);
  expect((await clientOf(partner).balance()).json.data.availableBalance).toBe(999_999_999.999999);
});

test("pending withdrawals are those of the partner that are neither paid nor refunded", async () => {
  const [partner, stranger] = [await makePartner(), await makePartner()];
  const { make, cancel } = withdrawalsOf(partner);
  await make(30.5);
  await make(12);
  await cancel(await make(40));
  await withdrawalsOf(stranger).make(500);
  const { data } = (await clientOf(partner).balance()).json;
  expect(data.pendingWithdrawals).toBe(42.5);
});

test("money on cards is not included", async () => {
  const partner = await makePartner({ balanceUsd: 100 });
  await makeCard(partner, { amountUsd: 60 });
  expect((await clientOf(partner).balance()).json.data.availableBalance).toBe(39);
});
