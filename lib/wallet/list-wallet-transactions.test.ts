import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { deposit, endTests, makeCard, makePartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { anId, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";

afterAll(endTests);

test("is flat: transactions, total, skip and limit side by side in data", async () => {
  const { partnerId, ...partner } = await makePartner({ balanceUsd: 250.5 });
  expectSuccess(await clientOf(partner).listWalletTransactions(), {
    transactions: [
      {
        _id: anId("txn"),
        partnerId,
        amount: 250.5,
        currency: "USD",
        type: "credit",
        status: "success",
        action: "funding",
        category: "deposit",
        narration: "Deposit of USDC on base-sepolia",
        createdAt: TIMESTAMP,
      },
    ],
    total: 1,
    skip: 0,
    limit: 50,
  });
});

test("an entry about a card has its id, any other lacks the field", async () => {
  const partner = await makePartner();
  const serviceCardId = await makeCard(partner);
  const { transactions } = (await clientOf(partner).listWalletTransactions()).json.data;
  expect(
    transactions.map((row: Record<string, unknown>) => [
      row.category,
      row.serviceCardId ?? "serviceCardId" in row,
    ]),
  ).toEqual([
    ["card_creation_fee", serviceCardId],
    ["card_funding", serviceCardId],
    ["deposit", false],
  ]);
});

/** Credits minus debits of the whole list, summed in micro-USD so that nothing is rounded. */
async function sumOf(client: ReturnType<typeof clientOf>): Promise<number> {
  const { transactions } = (await client.listWalletTransactions({ limit: 100 })).json.data;
  const micro = transactions.reduce(
    (sum: bigint, { type, amount }: { type: string; amount: number }) =>
      sum + BigInt(Math.round(amount * 1e6)) * (type === "credit" ? 1n : -1n),
    0n,
  );
  return Number(micro) / 1e6;
}

test("sums to the balance after every card operation", async () => {
  const partner = await makePartner({
    balanceUsd: 1_000.123456,
    fees: { fundingFeeMicroUsd: 100_000n, fundingFeeBps: 33 },
  });
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner, { amountUsd: 33.33 });
  await client.fund({ serviceCardId, amount: 66.67 });
  await client.withdraw({ serviceCardId, amount: 12.34, reference: "r" });
  const { serviceTransactionId: id } = (
    await client.authorize(serviceCardId, { amount: 20, currency: "CHF" })
  ).json.data;
  await deposit(partner.partnerId, partner.walletAddress, 0.000001);
  await client.terminate(serviceCardId);
  await client.settle(id, 7.77);
  await client.refund(id, 1.11);
  const balance = (await client.balance()).json.data.availableBalance;
  expect(await sumOf(client)).toBe(balance);
  expect(balance).toBe(await walletOf(partner.partnerId));
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("every action is one of the spec's four", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const serviceCardId = await makeCard(partner);
  await client.fund({ serviceCardId, amount: 5 }, randomUUID());
  await client.withdraw({ serviceCardId, amount: 5, reference: "r" });
  await client.terminate(serviceCardId);
  const { transactions } = (await client.listWalletTransactions()).json.data;
  const actions = new Set(transactions.map((row: { action: string }) => row.action));
  expect([...actions].sort()).toEqual(["card-creation-fee", "funding", "withdrawal"]);
});
